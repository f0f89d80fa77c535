/** What a call is asked with, from a query, a form, or JSON. */
import type { z } from "zod";
import { fieldsOf, takesSeveral } from "~/domain/validation/field-reader";
import { decodeForm, postedFields } from "~/http/actions/decode-form";
import { parseInput } from "~/http/actions/parse-input";
import { parseSentJson, readForm, readJson } from "~/http/request/read-form.server";
import { AppError } from "~/lib/errors";

/** A payload as it came: texts of a query or a form, or values of JSON. */
export type Payload = { kind: "texts"; fields: URLSearchParams | FormData } | { kind: "json"; value: object };

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const FORM_TYPE = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i;
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8\b)/i;

/** Multipart forms with files have a reader of their own. @throws AppError 400, 413, 415, 422 */
export async function readPayload(request: Request): Promise<Payload> {
  if (request.method === "GET" || request.method === "HEAD")
    return { kind: "texts", fields: new URL(request.url).searchParams };
  const type = request.headers.get("Content-Type") ?? "";
  if (type === "") return { kind: "texts", fields: new URLSearchParams() };
  if (!OTHER_CHARSET.test(type)) {
    if (JSON_TYPE.test(type)) return { kind: "json", value: await readJson(request) };
    if (FORM_TYPE.test(type)) return { kind: "texts", fields: await readForm(request) };
  }
  throw new AppError("api.type", "Send JSON in UTF-8 (Content-Type: application/json), or a form.", { status: 415 });
}

/** Fields of a payload that stand in the path. */
export type PathFields = Readonly<Record<string, string>>;

/** The payload with the fields of its path, which count where both name one. */
export function withPathFields(payload: Payload, given: PathFields): Payload {
  if (Object.keys(given).length === 0) return payload;
  const fields = new URLSearchParams(given);
  const sent: Iterable<[string, unknown]> = payload.kind === "json" ? Object.entries(payload.value) : payload.fields;
  for (const [name, value] of sent)
    if (!Object.hasOwn(given, name)) fields.append(name, typeof value === "string" ? value : JSON.stringify(value));
  return { kind: "texts", fields };
}

/** What every payload may have: the sender's tab, and the company that it is for. */
const OF_ALL = ["tab", "tab_id", "company_id"];

interface Envelope {
  tab: string;
  /** 0: none was named */
  companyId: number;
}

const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

export function envelopeOf(payload: Payload): Envelope {
  const get = (name: string): unknown =>
    payload.kind === "json" ? (payload.value as Record<string, unknown>)[name] : payload.fields.get(name);
  const company = textOf(get("company_id"));
  if (company !== "" && !/^\d{1,15}$/.test(company))
    throw new AppError("api.company", "Company is not correct", { status: 422, field: "company_id" });
  return { tab: (textOf(get("tab")) || textOf(get("tab_id"))).slice(0, 100), companyId: Number(company) };
}

/** Some fields of a record can be left out, and none can be made up. */
export function refuseUnknown(names: readonly string[], schema: z.core.$ZodType, what: string): void {
  const known = fieldsOf(schema);
  const unknown = names.find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const name = unknown.slice(0, 100);
  throw new AppError("api.unknown_field", `${name} is no ${what}`, { status: 400, field: name });
}

/** Which of two values was meant, nobody knows. @throws AppError 400 */
function refuseRepeated(fields: URLSearchParams | FormData, mayRepeat: (name: string) => boolean): void {
  const repeated = [...new Set(fields.keys())].find((name) => !mayRepeat(name) && fields.getAll(name).length > 1);
  if (repeated !== undefined)
    throw new AppError("api.repeated", `${repeated} may be sent once`, { status: 400, field: repeated });
}

/**
 * @throws AppError 400 for a field that the call doesn't know or that comes twice, ZodError naming the others that are
 *   wrong
 */
export function inputOf<Input extends z.ZodType>(
  { input, path, filters }: { input: Input; path: string; filters?: boolean },
  payload: Payload,
): z.output<Input> {
  const what = `${filters === true ? "filter" : "field"} of ${path}`;
  const own = fieldsOf(input);
  const isOfAll = (name: string): boolean => OF_ALL.includes(name) && !Object.hasOwn(own, name);
  if (payload.kind === "json") {
    const given = Object.fromEntries(Object.entries(payload.value).filter(([name]) => !isOfAll(name)));
    refuseUnknown(Object.keys(given), input, what);
    return parseInput(input, given);
  }
  const names = [...new Set(payload.fields.keys())].filter((name) => !isOfAll(name));
  refuseUnknown(names, input, what);
  refuseRepeated(payload.fields, (name) => Object.hasOwn(own, name) && takesSeveral(own[name]!));
  const { wire, faults } = decodeForm(input, postedFields(payload.fields));
  return parseInput(input, wire, faults);
}

/** JSON in a text, as the specification sends lists; JSON payloads may hold the list itself. */
export function jsonIn(value: unknown, name: string): unknown {
  if (typeof value !== "string") return value;
  try {
    return parseSentJson(value);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("api.json", `${name} is no JSON that can be read`, { status: 422, field: name });
  }
}
