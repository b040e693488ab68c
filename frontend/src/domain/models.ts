/** What the server knows about one model provider; never holds a key (BP-14). */
export type Provider = {
  provider: string;
  title: string;
  ready: boolean;
  configured: boolean;
  reachable: boolean | null;
  models: string[];
  address: string | null;
  set: string[];
  problem: string;
};

export type ModelChoice = { name: string; label: string; provider: Provider; local: boolean };

const LOCAL = new Set(["ollama", "builtin"]);

/** The name by which a blueprint means this model. */
const nameFor = (provider: Provider, model: string) =>
  provider.provider === "builtin" ? "builtin" : `${provider.provider}:${model}`;

/** Every model that a ready provider offers. */
export function choicesOf(providers: readonly Provider[]): ModelChoice[] {
  return providers.flatMap((provider) =>
    provider.models.map((model) => ({
      name: nameFor(provider, model),
      label: model,
      provider,
      local: LOCAL.has(provider.provider),
    })),
  );
}

/** The provider that a model name means, as the server reads names; undefined for the default. */
export function providerOf(name: string | undefined, providers: readonly Provider[]): Provider | undefined {
  if (!name || name === "default") return undefined;
  const by = (id: string) => providers.find((known) => known.provider === id);
  const [prefix] = name.split(":", 1);
  if (prefix && by(prefix)) return by(prefix);
  if (name.startsWith("claude")) return by("anthropic");
  if (/^(gpt-|o\d|chatgpt)/.test(name)) return by("openai");
  return providers.find((provider) => provider.models.includes(name));
}

/** How a model is called on cards: without its provider's prefix. */
export function modelLabel(name: string, providers: readonly Provider[]): string {
  const choice = choicesOf(providers).find((known) => known.name === name);
  if (choice) return choice.label;
  const provider = providerOf(name, providers);
  return provider && name.startsWith(`${provider.provider}:`)
    ? name.slice(provider.provider.length + 1)
    : name;
}
