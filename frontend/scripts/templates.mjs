// Copies the councils that ship with the product to where the web app can read them.
import { cp, mkdir, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const from = fileURLToPath(new URL("../../src/councilos/blueprint/templates/", import.meta.url));
const to = fileURLToPath(new URL("../public/templates/", import.meta.url));

await mkdir(to, { recursive: true });
for (const file of await readdir(from)) {
  if (file.endsWith(".json")) await cp(from + file, to + file);
}
