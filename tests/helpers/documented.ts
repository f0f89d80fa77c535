/**
 * The one way in which tests ask the API: whatever it answers has to be in its OpenAPI document. The path, the method,
 * the status, the content type, and the body by its schema.
 */
import Ajv2020 from "ajv/dist/2020";
import type { ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import { API } from "~/features/api.server";
import { answerApi, findCall } from "~/http/api/answer-api.server";
import { openApiOf } from "~/http/api/openapi.server";
import { swept } from "./swept";

interface Content {
  schema?: object;
}
interface Documented {
  $ref?: string;
  content?: Record<string, Content>;
}
export interface Operation {
  operationId: string;
  responses: Record<string, Documented>;
  requestBody?: { content: Record<string, Content> };
  parameters?: readonly { name: string; in: string; schema: object }[];
  security?: readonly object[];
}
export interface OpenApi {
  openapi: string;
  security: readonly object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Documented> };
}

export const document = openApiOf(API.values(), "http://localhost") as unknown as OpenApi;

const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
ajv.addSchema({ $id: "api", components: document.components });
const validators = new Map<object, ValidateFunction>();

/** The whole way to references, which stand in the document and not in the schema alone. */
const inDocument = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made = ajv.compile(inDocument(schema));
  validators.set(schema, made);
  return made;
}

/** What no operation stands for: a path that is none, or another method. They answer like every refusal. */
const REFUSED = { content: { "application/json": { schema: { $ref: "#/components/schemas/Fail" } } } };

function responseOf(path: string, method: string, status: number): Documented | undefined {
  const asked = findCall(API, path);
  if (asked === null) return status === 404 ? REFUSED : undefined;
  const operation = document.paths[`/${asked.found.path}`]?.[method === "HEAD" ? "get" : method.toLowerCase()];
  if (operation === undefined) return status === 405 ? REFUSED : undefined;
  if (asked.given !== null && asked.found.inPath === undefined && method === "POST" && status === 404) return REFUSED;
  const found = operation.responses[String(status)];
  return found?.$ref === undefined ? found : document.components.responses[String(status)];
}

/** What is wrong with an answer by the document; null: nothing. */
export function faultOf(path: string, method: string, answer: Response, text: string): string | null {
  const at = `${method} ${path} → ${answer.status}`;
  const response = responseOf(path, method, answer.status);
  if (response === undefined) return `${at} is not in the document: ${text.slice(0, 200)}`;
  if (response.content === undefined) return text === "" ? null : `${at} has a body, which the document does not have`;
  const type = (answer.headers.get("Content-Type") ?? "").replace(/;.*/, "");
  const content = response.content[type];
  if (content === undefined) return `${at} has the content type ${type || "none"}, which the document does not have`;
  if (content.schema === undefined) return null;
  const validate = validatorOf(content.schema);
  if (validate(JSON.parse(text))) return null;
  const [first] = validate.errors ?? [];
  return `${at} differs at ${first?.instancePath || "/"}: ${first?.message} ${JSON.stringify(first?.params)}`;
}

/** The answer with what is wrong with it. */
export async function answerDocumented(
  request: Request,
  path: string,
  ip: string,
): Promise<{ status: number; answer: Response; text: string; fault: string | null }> {
  const answer = await answerApi(API, request, path, ip);
  const isJson = (answer.headers.get("Content-Type") ?? "").includes("json");
  const text = isJson ? await answer.clone().text() : "";
  swept("answers of the API held against its document");
  return { status: answer.status, answer, text, fault: faultOf(path, request.method, answer, text) };
}

/** The answer, which is as the document says. */
export async function askDocumented(request: Request, path: string, ip: string): Promise<Response> {
  const { answer, fault } = await answerDocumented(request, path, ip);
  expect(fault).toBeNull();
  return answer;
}
