/** What the API answers with, in the specification's envelope and words. */
import { json } from "@remix-run/node";
import { ZodError } from "zod";
import { logNotFound } from "~/http/page.server";
import { TRY_LATER } from "~/lib/action-result";
import { AppError } from "~/lib/errors";
import { logFault } from "~/lib/request-context.server";
import { retryAfterOf } from "~/services/limits/limits.server";
import type { ForeignShape } from "./api-call.server";
import { whyRefused } from "./refused-calls";

export const NOT_AUTHORIZED = { status: "not_authorized", data: "You are not authorized" } as const;
export const EXISTS_ALREADY = "Object already exists.";

/** The sentences of a refusal by the field that they are about; one sentence when they are about none. */
type FaultData = string | Record<string, string>;

const fail = (status: number, message: string, data: FaultData = message, headers: HeadersInit = {}): Response =>
  json({ status: "fail", data, message }, { status, headers });

const saidOf = (field: string | undefined, message: string): FaultData =>
  field === undefined || field === "" ? message : { [field]: message };

/** Whether the sender wrote this value: nothing else of a database's message goes out. */
export function isSent(value: string, payload: unknown): boolean {
  if (typeof payload === "string")
    return payload === value || (payload.includes(`"${value}"`) && /^\s*[[{]/.test(payload));
  if (typeof payload === "number") return String(payload) === value;
  if (typeof payload !== "object" || payload === null) return false;
  return Object.values(payload).some((one) => isSent(value, one));
}

/** A key that two rows may not share: 500 with the value where the sender wrote it, as the specification says. */
function duplicate({ message }: AppError, payload: unknown): Response {
  const value = /^Value ([^]*) already exists!$/.exec(message)?.[1];
  return value !== undefined && isSent(value, payload) ? fail(500, message) : fail(409, EXISTS_ALREADY);
}

/** @param payload what was sent, as far as it was read */
export function refusalOf(error: unknown, payload: unknown): Response {
  if (error instanceof ZodError) {
    const data: Record<string, string> = {};
    for (const { path, message } of error.issues) data[path.map(String).join(".") || "request"] ??= message;
    return fail(422, error.issues[0]?.message ?? "Please check the request.", data);
  }
  if (error instanceof AppError) {
    logNotFound(error);
    if (error.status === 401) return json(NOT_AUTHORIZED, { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
    if (error.code === "db.duplicate") return duplicate(error, payload);
    const wait = retryAfterOf(error);
    const headers: HeadersInit = {
      ...(wait === undefined ? {} : { "Retry-After": String(wait) }),
      // Tells "it was done, and its answer is lost" from "it is under way".
      ...(error.code === "submit.done" ? { "Idempotent-Replayed": "true" } : {}),
    };
    if (error.status < 500 || error.status === 503)
      return fail(error.status, error.message, saidOf(error.field, error.message), headers);
  }
  logFault(error);
  return fail(500, TRY_LATER);
}

/** The same refusal as another product tells it. Faults in values deep inside are named by their whole path. */
export async function refusalInShape(shape: ForeignShape, error: unknown): Promise<Response> {
  const ordinary = refusalOf(error, null);
  const { message = NOT_AUTHORIZED.data } = (await ordinary.json()) as { message?: string };
  const issue = error instanceof ZodError ? error.issues[0] : undefined;
  const sentence = issue === undefined ? message : [issue.path.join("."), issue.message].filter(Boolean).join(": ");
  const { status, body } = shape.refusal(ordinary.status, sentence, error);
  const { headers } = ordinary;
  headers.delete("Content-Length");
  return json(body, { status, headers });
}

export const unknownRoute = (path: string): Response =>
  fail(404, whyRefused(path) ?? `Has not route ${path.slice(0, 100)}`);

export const wrongMethod = (path: string, methods: readonly string[]): Response =>
  fail(405, `${path} takes ${methods.join(" or ")} requests.`, undefined, { Allow: methods.join(", ") });
