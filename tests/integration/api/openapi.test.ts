import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { API } from "~/features/api.server";
import { get } from "./api-world";
import { document } from "../../helpers/documented";

interface Schema {
  $ref?: string;
  type?: unknown;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const ANNOTATIONS = ["description", "default", "title", "examples", "readOnly"];

/** Where a schema takes anything: an empty one, or an object that may have fields that it doesn't name. */
function loosePlaces(schema: Schema, at = "", seen = new Set<string>()): string[] {
  if (schema.$ref !== undefined) {
    if (seen.has(schema.$ref)) return [];
    seen.add(schema.$ref);
    return loosePlaces(document.components.schemas[schema.$ref.split("/").at(-1)!] as Schema, at, seen);
  }
  if (Object.keys(schema).every((name) => ANNOTATIONS.includes(name))) return [`${at}: anything`];
  const { additionalProperties: more, properties = {}, items } = schema;
  const isOpen = schema.type === "object" && (more === undefined || more === true);
  return [
    ...(isOpen ? [`${at}: any fields`] : []),
    ...(typeof more === "object" ? loosePlaces(more, `${at}/*`, seen) : []),
    ...Object.entries(properties).flatMap(([name, one]) => loosePlaces(one, `${at}/${name}`, seen)),
    ...(items === undefined ? [] : loosePlaces(items, `${at}/-`, seen)),
    ...[schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) =>
      (some ?? []).flatMap((one) => loosePlaces(one, at, seen)),
    ),
  ];
}

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 as its own schema says", async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    );
    expect([errors ?? [], valid]).toEqual([[], true]);
    expect(document.openapi).toBe("3.1.0");
  });

  it("has every call under each of its methods, each with a name of its own", () => {
    const documented = Object.entries(document.paths).flatMap(([name, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${name.slice(1)}`),
    );
    const calls = [...API.values()].flatMap((one) => one.methods.map((method) => `${method} ${one.path}`));
    expect(documented.sort()).toEqual(calls.sort());
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refers to nothing that it does not have", () => {
    const text = JSON.stringify(document);
    for (const [, name = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(Object.keys(document.components.schemas)).toContain(name);
    expect(text).not.toContain("$defs");
  });

  it("says of every answer what is in it: no value of any kind, no object of any fields", () => {
    const operations = Object.entries(document.paths).flatMap(([name, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        name: `${method} ${name}`,
        content: (responses["200"] ?? responses["202"])?.content ?? {},
      })),
    );
    const schemas = operations.flatMap(({ name, content }) => {
      const schema = content["application/json"]?.schema;
      return schema === undefined ? [] : [{ name, loose: loosePlaces(schema) }];
    });
    const files = operations.length - schemas.length;
    console.log(`${operations.length} operations: ${schemas.length} answer by a closed schema, ${files} with a file`);
    expect(schemas.filter(({ loose }) => loose.length > 0)).toEqual([]);
    // The page, the document itself, exports, and pictures by id and by path.
    expect(files).toBe(5);
  });

  it("judges every answer of the tests: none asks the door in another way", () => {
    const asking = readdirSync("tests", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && /\banswerApi\b/.test(readFileSync(path.join("tests", file), "utf8")))
      .map((file) => file.replaceAll(path.sep, "/"));
    expect(asking).toEqual(["helpers/documented.ts"]);
  });

  it("answers at openapi.json, to anybody", async () => {
    const { status, body } = await get(null, "openapi.json");
    expect(status).toBe(200);
    expect(Object.keys((body as unknown as typeof document).paths)).toEqual(Object.keys(document.paths));
  });

  it("gives an example that the call itself takes", () => {
    for (const { path: name, input, example } of API.values()) {
      if (example === undefined) continue;
      const parsed = input.safeParse(example);
      expect([name, parsed.error?.issues ?? []]).toEqual([name, []]);
    }
  });
});
