/** The OpenAPI 3.1 document of the API, from the schemas that judge its calls. */
import { z } from "zod";
import { isForKeys } from "~/domain/access/permissions";
import { documentedEvents } from "~/domain/webhooks/webhook-schemas";
import { IDEMPOTENCY_HEADER } from "./idempotency.server";
import type { ApiCall, ForeignShape } from "./api-call.server";

type Json = Record<string, unknown>;
type Components = Record<string, unknown>;

/** A schema as JSON; what several share goes into the components. */
function jsonOf(schema: z.ZodType, io: "input" | "output", components: Components): Json {
  const { $schema: _dialect, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  for (const [name, shared] of Object.entries($defs as Json)) components[name] = referring(shared);
  return referring(json) as Json;
}

function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "id" || typeof (value as Json).id !== "string")
      .map(([name, one]) => [
        name,
        name === "$ref" ? String(one).replace("#/$defs/", "#/components/schemas/") : referring(one),
      ]),
  );
}

const FAILURES: Readonly<Record<string, string>> = {
  400: "A field or a filter that the call does not know",
  401: "No key or session, or a wrong one",
  403: "The right or the scope is missing",
  404: "There is no such record in the company",
  408: "The payload did not arrive in time",
  409: "What stands does not allow it, or the first call with the same Idempotency-Key is under way",
  410: "What a link was for is done, or its time is over",
  413: "The payload is too long",
  415: "The payload is neither JSON nor a form, or not in UTF-8",
  422: "A value is wrong; `data` says what, by field",
  429: "Too many calls; `Retry-After` says how many seconds to wait",
  500: "A value exists already, or a fault of the server",
  503: "The database or a service does not answer; later it may",
};

const SHAPED_FAILURES: Readonly<Record<number, string>> = {
  400: "A field that the call does not know, or a wrong value; the sentence names it",
  408: "The calculation took too long",
  413: "More stops, vehicles or cells than the call takes",
  503: "The calculation took too long; `Retry-After` says when to try again",
};

const failed = (text: string, schema: string): Json => ({
  description: text,
  content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
});

const SHARED: Components = {
  Fail: {
    type: "object",
    required: ["status", "data", "message"],
    additionalProperties: false,
    properties: {
      status: { const: "fail" },
      data: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: { type: "string" } }] },
      message: { type: "string" },
    },
    examples: [{ status: "fail", data: { title: "Title is required" }, message: "Title is required" }],
  },
  NotAuthorized: {
    type: "object",
    required: ["status", "data"],
    additionalProperties: false,
    properties: { status: { const: "not_authorized" }, data: { const: "You are not authorized" } },
  },
};

const NEXT_CURSOR = { next_cursor: { type: ["string", "null"], description: "Of the next page; null on the last" } };

const envelope = (data: Json, more: Json = {}): Json => ({
  type: "object",
  required: ["status", "data", ...Object.keys(more)],
  additionalProperties: false,
  properties: { status: { const: "success" }, data, ...more },
});

function success({ path, answer, media, isList, insteadOfList, headers }: ApiCall, components: Components): Json {
  if (answer === null) {
    if (media === undefined) throw new Error(`${path} answers a file, and does not say of which type.`);
    return { description: "The file", content: Object.fromEntries(media.map((type) => [type, {}])) };
  }
  const usual = envelope(jsonOf(answer, "output", components), isList === true ? NEXT_CURSOR : {});
  const schema =
    insteadOfList === undefined ? usual : { anyOf: [usual, envelope(jsonOf(insteadOfList, "output", components))] };
  const told = Object.entries(headers ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: "string" } },
  ]);
  return {
    description: "Done",
    ...(told.length === 0 ? {} : { headers: Object.fromEntries(told) as Json }),
    content: { "application/json": { schema } },
  };
}

/** Answers without the envelope. */
function shapedResponses(shape: ForeignShape, answer: z.ZodType, components: Components): Json {
  const content = (schema: z.ZodType) => ({ "application/json": { schema: jsonOf(schema, "output", components) } });
  return {
    [shape.status]: { description: "Done", content: content(answer) },
    ...Object.fromEntries(
      shape.statuses.map((status) => [
        status,
        { description: SHAPED_FAILURES[status] ?? FAILURES[status] ?? "Refused", content: content(shape.fault) },
      ]),
    ),
  };
}

/** The schema with other ones for some of its fields. */
const withFields = (schema: Json, fields: Json): Json => ({
  ...schema,
  properties: { ...(schema.properties as Json), ...fields },
});

/** Each alternative once: fields of the same kind have the same schema. */
function once({ anyOf, ...rest }: Json): Json {
  if (!Array.isArray(anyOf)) return rest;
  const different = new Map(anyOf.map((one) => [JSON.stringify(one), one as Json]));
  return { ...rest, anyOf: [...different.values()] };
}

function bodyOf(found: ApiCall, components: Components): Json {
  const schema = jsonOf(found.input, "input", components);
  const example = found.example === undefined ? {} : { example: found.example };
  const isNeeded = Array.isArray(schema.required) || (found.example !== undefined && found.changes === true);
  const required = isNeeded ? { required: true } : {};
  const inJson = Object.entries(found.inJson ?? {});
  const ofJson = inJson.map(([name, one]) => [name, once(jsonOf(one, "input", components))]);
  const ofForm = inJson.map(([name]) => [name, { type: "string" }]);
  if (found.files === undefined)
    return {
      ...required,
      content: {
        "application/json": { schema: withFields(schema, Object.fromEntries(ofJson)), ...example },
        "application/x-www-form-urlencoded": { schema: withFields(schema, Object.fromEntries(ofForm)) },
      },
    };
  const properties = Object.fromEntries(found.files.map((name) => [name, { type: "string", format: "binary" }]));
  return {
    ...required,
    content: {
      "multipart/form-data": {
        schema: { ...schema, properties: { ...(schema.properties as Json), ...properties } },
      },
    },
  };
}

const KEY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  description: "The same key and payload again gets the first answer",
  schema: { type: "string", maxLength: 255 },
};

function queryOf({ input, example = {} }: ApiCall, components: Components): Json[] {
  const { properties = {}, required = [] } = jsonOf(input, "input", components) as {
    properties?: Json;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    schema,
    ...(required.includes(name) ? { required: true } : {}),
    ...(name in example ? { example: example[name] } : {}),
  }));
}

/** Who may ask, where it is not a key or a session; an account of one's own is a person's alone. */
function securityOf(found: ApiCall): Json {
  if (found.access === "anyone") return { security: [] };
  return "permission" in found && isForKeys(found.permission) ? {} : { security: [{ session: [] }] };
}

function operation(found: ApiCall, method: "GET" | "POST", components: Components): Json {
  const responses = Object.fromEntries(
    Object.entries(FAILURES).map(([status]) => [status, { $ref: `#/components/responses/${status}` }]),
  );
  const parameters = [
    ...(method === "GET" ? queryOf(found, components) : []),
    ...(found.changes === true || (found.changes === "by POST" && method === "POST") ? [KEY_PARAMETER] : []),
  ];
  return {
    operationId: `${method.toLowerCase()}_${found.path.replace(/\W+/g, "_")}`,
    tags: [found.path.split("/")[0]],
    summary: found.summary,
    ...("permission" in found ? { "x-permission": found.permission } : {}),
    ...securityOf(found),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(method === "POST" ? { requestBody: bodyOf(found, components) } : {}),
    responses:
      found.shape !== undefined && found.answer !== null
        ? shapedResponses(found.shape, found.answer, components)
        : {
            200: success(found, components),
            ...(found.redirects === true && method === "GET" ? { 302: { description: "Leads to a page" } } : {}),
            ...responses,
          },
  };
}

/** What is sent to the addresses that companies give. */
const webhooksOf = (components: Components): Json =>
  Object.fromEntries(
    documentedEvents().map(({ name, summary, body }) => [
      name,
      {
        post: {
          operationId: `webhook_${name.replace(/\W+/g, "_")}`,
          tags: ["webhooks"],
          summary,
          parameters: SIGNATURE_HEADERS.map(([header, description]) => ({
            name: header,
            in: "header",
            required: true,
            description,
            schema: { type: "string" },
          })),
          requestBody: {
            required: true,
            content: { "application/json": { schema: jsonOf(body, "output", components) } },
          },
          responses: { "2XX": { description: "Received. All other answers are failures, and the event comes again." } },
        },
      },
    ]),
  );

const SIGNATURE_HEADERS = [
  ["webhook-id", "The same whenever the same event is sent again"],
  ["webhook-timestamp", "Seconds since 1970, of this try"],
  ["webhook-signature", "`v1,` and the Base64 of HMAC-SHA256 over id, timestamp and body with dots between them"],
] as const;

/** @param calls all of them @param origin where the API is asked, without the path */
export function openApiOf(calls: Iterable<ApiCall>, origin: string): Json {
  const components: Components = { ...SHARED };
  const paths: Record<string, Json> = {};
  for (const found of calls)
    paths[`/${found.path}`] = Object.fromEntries(
      found.methods.map((method) => [method.toLowerCase(), operation(found, method, components)]),
    );
  return {
    openapi: "3.1.0",
    info: {
      title: "Route platform",
      version: "1",
      description:
        "Plans, routes, visits, vehicles and everything else that the screens do. Ids of none are 0. Lists are read " +
        "page by page with `cursor`. Every call also takes `company_id`, which has to be the key's company (or the " +
        "one to open or restore, in `action/company.open` and `action/company.restore`), and `tab`.",
    },
    servers: [{ url: `${origin}/platform/api` }],
    security: [{ bearer: [] }, { apiKey: [] }, { session: [] }],
    paths,
    webhooks: webhooksOf(components),
    components: {
      schemas: components,
      responses: Object.fromEntries(
        Object.entries(FAILURES).map(([status, text]) => [
          status,
          failed(text, status === "401" ? "NotAuthorized" : "Fail"),
        ]),
      ),
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "An API key of the company" },
        apiKey: { type: "apiKey", in: "header", name: "X-Api-Key" },
        session: { type: "apiKey", in: "cookie", name: "platform_session" },
      },
    },
  };
}
