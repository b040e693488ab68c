// @vitest-environment node
import { readFile } from "node:fs/promises";
import openapiTS, { astToString } from "openapi-typescript";
import { expect, it } from "vitest";

it("the client's types are those of openapi.json (renew them with `npm run client`)", async () => {
  const document = JSON.parse(await readFile("openapi.json", "utf8"));
  const fresh = astToString(await openapiTS(document));
  const committed = await readFile("src/api/schema.ts", "utf8");
  expect(committed.endsWith(fresh)).toBe(true);
});
