import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { API } from "~/features/api.server";
import { get } from "./api-world";
import { document } from "./documented";

describe("the OpenAPI document", () => {
  it("is OpenAPI 3.1 as its own schema says", async () => {
    const { valid, errors } = await new Validator().validate(
      JSON.parse(JSON.stringify(document)) as Record<string, unknown>,
    );
    expect([errors ?? [], valid]).toEqual([[], true]);
    expect(document.openapi).toBe("3.1.0");
  });

  it("has every call under each of its methods, each with a name of its own", () => {
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`),
    );
    const calls = [...API.values()].flatMap(({ path, methods }) => methods.map((method) => `${method} ${path}`));
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

  it("answers at openapi.json, to anybody", async () => {
    const { status, body } = await get(null, "openapi.json");
    expect(status).toBe(200);
    expect(Object.keys((body as unknown as typeof document).paths)).toEqual(Object.keys(document.paths));
  });

  it("gives an example that the call itself takes", () => {
    for (const { path, input, example } of API.values()) {
      if (example === undefined) continue;
      const parsed = input.safeParse(example);
      expect([path, parsed.error?.issues ?? []]).toEqual([path, []]);
    }
  });
});
