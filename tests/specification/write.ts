// npm run specification: writes docs/specification.md from the rows and the tags of the tests.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { DOCUMENT, specificationDocument } from "./document";
import { SPECIFICATION_ROWS } from "./index";
import { MISSING } from "./missing";
import { ROOT, scanTests } from "./scan";

const { tests, stray } = scanTests();
writeFileSync(path.join(ROOT, DOCUMENT), specificationDocument(SPECIFICATION_ROWS, tests, MISSING));
for (const place of stray) console.error(`${place}: a tag stands directly above a test, as // @spec PC-4.015`);
if (stray.length > 0) process.exitCode = 1;
