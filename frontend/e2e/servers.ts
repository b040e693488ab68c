import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    server: string;
    model: string;
  }
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PYTHON = join(ROOT, ".venv/bin/python");
const READY_MS = 60_000;
const KEPT = ["PATH", "HOME", "LANG", "TMPDIR"];

function environment(own: Record<string, string>): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(kept), ...own } as NodeJS.ProcessEnv;
}

/** Starts a program and waits until it says its address. */
function start(args: string[], cwd: string, env: Record<string, string>): Promise<[ChildProcess, string]> {
  const child = spawn(PYTHON, args, { cwd, env: environment(env), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  return new Promise((resolve, reject) => {
    const give = (reason: string) => reject(new Error(`${args.join(" ")}: ${reason}\n${said}`));
    const timer = setTimeout(() => give("did not start"), READY_MS);
    const read = (chunk: Buffer) => {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (!url) return;
      clearTimeout(timer);
      resolve([child, url[0]]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.on("exit", (code) => give(`ended with ${code}`));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("exit", () => resolve());
    if (child.exitCode === null) child.kill("SIGTERM");
    else resolve();
  });
}

/** The product as people run it, with an empty data folder, and a model server that plays scripts. */
export default async function setup(project: TestProject) {
  const home = await mkdtemp(join(tmpdir(), "councilos-e2e-"));
  const [models, model] = await start(["-m", "support.model_server"], join(ROOT, "tests"), {});
  const [product, server] = await start(["-m", "councilos", "serve", "--port", "0"], home, {
    COUNCILOS_HOME: join(home, "data"),
    OPENAI_BASE_URL: `${model}/v1`,
    OPENAI_API_KEY: "sk-e2e-0123456789",
    OLLAMA_HOST: "http://127.0.0.1:9",
  });
  project.provide("server", server);
  project.provide("model", model);
  return async () => {
    await stop(product);
    await stop(models);
    await rm(home, { recursive: true, force: true });
  };
}
