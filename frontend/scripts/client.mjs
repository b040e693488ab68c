// Turns the OpenAPI document on stdin into src/api/schema.d.ts; its hash lets a test see that it is stale.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import openapiTS, { astToString } from "openapi-typescript";

const document = await text(process.stdin);
const types = astToString(await openapiTS(JSON.parse(document), { alphabetize: true, immutable: false }));
const hash = createHash("sha256").update(document).digest("hex");
const head = `// Made by \`make client\` from the server's OpenAPI document (sha256 ${hash}).\n\n`;
writeFileSync(new URL("../src/api/schema.d.ts", import.meta.url), head + types);
