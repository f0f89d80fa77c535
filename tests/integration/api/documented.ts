import Ajv2020 from "ajv/dist/2020";
import type { ValidateFunction } from "ajv";
import { expect } from "vitest";
import { API } from "~/features/api.server";
import { openApiOf } from "~/http/api/openapi.server";

interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}
export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, Response>; operationId: string }>>;
  components: { schemas: Record<string, object>; responses: Record<string, Response> };
}

export const document = openApiOf(API.values(), "http://localhost") as unknown as OpenApi;

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema({ $id: "api", components: document.components });
const validators = new Map<string, ValidateFunction>();

/** The whole way to references, which stand in the document and not in the schema alone. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;

function validatorOf(path: string, method: string, status: number): ValidateFunction | null {
  const name = `${method} ${path} ${status}`;
  const known = validators.get(name);
  if (known !== undefined) return known;
  const found = document.paths[`/${path}`]?.[method.toLowerCase()]?.responses[String(status)];
  const response = found?.$ref === undefined ? found : document.components.responses[String(status)];
  const schema = response?.content?.["application/json"]?.schema;
  if (schema === undefined) return null;
  const made = ajv.compile(inDocument(schema));
  validators.set(name, made);
  return made;
}

/** Every answer of a call is as the document says; only what is no call at all, and 405, is not in it. */
export function expectDocumented(path: string, method: string, status: number, text: string): void {
  if (status === 405 || !API.has(path)) return;
  const sendsFile = API.get(path)?.answer === null;
  const validate = sendsFile && status === 200 ? null : validatorOf(path, method, status);
  if (validate === null) {
    expect([path, status, sendsFile], "an answer that the document does not have").toEqual([path, 200, true]);
    return;
  }
  validate(JSON.parse(text));
  expect([path, status, validate.errors ?? []]).toEqual([path, status, []]);
}
