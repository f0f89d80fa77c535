/** What an action refuses, said in the names of the wire. */
import { ZodError } from "zod";
import { AppError } from "~/lib/errors";
import type { ResourceField } from "./fields";
import { actionValues, wireName } from "./resource";

type Fields = Readonly<Record<string, ResourceField>>;

/** The faults of an action in the wire's names, at their place in a bulk. */
export function inWireNames(error: unknown, fields: Fields, at: readonly PropertyKey[] = []): unknown {
  const wire = (path: readonly PropertyKey[]): PropertyKey[] =>
    path.map((part) => (typeof part === "string" ? wireName(fields, part) : part));
  if (error instanceof ZodError)
    return new ZodError(error.issues.map((issue) => ({ ...issue, path: [...at, ...wire(issue.path)] })));
  if (!(error instanceof AppError)) return error;
  const path = [...at, ...wire(error.field?.split(".") ?? [])].map(String).join(".");
  return new AppError(error.code, error.message, {
    status: error.status,
    cause: error,
    details: error.details,
    ...(path === "" ? {} : { field: path }),
  });
}

/** What an action on a list refuses of its only record, said of that record. */
export async function ofOne<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ZodError)
      throw new ZodError(
        error.issues.map((issue) => ({ ...issue, path: issue.path.slice(issue.path[0] === 0 ? 1 : 0) })),
      );
    if (!(error instanceof AppError) || !error.field?.startsWith("0.")) throw error;
    const { code, message, status, details } = error;
    throw new AppError(code, message, { status, details, cause: error, field: error.field.slice("0.".length) });
  }
}

/** A payload's values by the action's fields. @throws AppError at their place in a bulk */
export function valuesAt(fields: Fields, payload: Readonly<Record<string, unknown>>, at: readonly PropertyKey[]) {
  try {
    return actionValues(fields, payload);
  } catch (error) {
    throw inWireNames(error, fields, at);
  }
}

export async function named<T>(fields: Fields, at: readonly PropertyKey[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWireNames(error, fields, at);
  }
}
