/** What an area says of its records for the API: names, fields, and the actions behind each write. */
import { z } from "zod";
import type { CompanySession } from "~/auth/session.server";
import type { ScopedTable } from "~/db/repositories/scoped.server";
import type { Action } from "~/domain/access/permissions";
import type { ResourceField } from "./fields";
import type { CallOptions } from "./api-call.server";

/** A payload's values by the action's fields; what the payload leaves out is not there. */
export type ActionValues = Record<string, unknown>;

export interface Resource<Row = unknown> {
  /** 'routing-visit' */
  name: string;
  /** 'Visit', in sentences */
  label: string;
  table: ScopedTable;
  /** for list and item */
  permission: Action;
  fields: Readonly<Record<string, ResourceField<Row>>>;
  /** columns that `search` looks into */
  search?: readonly string[];
  /** rows that are none of the API's, by columns */
  only?: Readonly<Record<string, unknown>>;
  /** the rows, in their order, with what other tables say of them, for derived fields */
  complete?(companyId: number, rows: readonly Row[]): Promise<readonly Row[]>;
  /** long columns that lists leave out: they answer null */
  onlyInItem?: readonly string[];
  example: Readonly<Record<string, unknown>>;

  /** a list that is asked for something else, by fields of its own */
  listInstead?: {
    input: Readonly<Record<string, z.ZodType>>;
    answer: z.ZodType;
    /** @returns undefined: it is asked for the list */
    run(session: CompanySession, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  };

  store?: {
    permission: Action;
    /** fields that only a new record has, with the action's names */
    also?: Readonly<Record<string, ResourceField<Row>>>;
    /** @returns the new record's id */
    run(session: CompanySession, values: ActionValues, options: CallOptions): Promise<number>;
    /** several at once, quicker than one by one; in one transaction */
    runMany?(session: CompanySession, values: readonly ActionValues[], options: CallOptions): Promise<number[]>;
  };
  update?: {
    permission: Action;
    /** of update: what is left out stays as it is, and does not become empty */
    keepsRest?: boolean;
    /** all fields of the record; with keepsRest, those that are given */
    run(session: CompanySession, id: number, values: ActionValues, options: CallOptions): Promise<unknown>;
    /** some of them; only of a resource whose `run` doesn't keep the rest */
    runFields?(session: CompanySession, id: number, values: ActionValues, options: CallOptions): Promise<unknown>;
    /** some fields of several records, quicker than one by one; in one transaction; faults begin with the id */
    runFieldsMany?(
      session: CompanySession,
      changes: ReadonlyMap<number, ActionValues>,
      options: CallOptions,
    ): Promise<unknown>;
  };
  destroy?: {
    permission: Action;
    run(session: CompanySession, id: number, options: CallOptions): Promise<unknown>;
    /** several, quicker than one by one; in one transaction */
    runMany?(session: CompanySession, ids: readonly number[], options: CallOptions): Promise<unknown>;
  };
}

/** A resource, with the type of its rows checked. */
export const resource = <Row>(definition: Resource<Row>): Resource => definition;

const schemas = new WeakMap<Resource, z.ZodObject>();

/** What answers hold of a record: one schema for a resource, under its name in the document. */
export function itemSchema(of: Resource): z.ZodObject {
  const known = schemas.get(of);
  if (known !== undefined) return known;
  const fields = Object.entries(of.fields).map(([name, { schema }]) => [name, schema]);
  const made = z.object(Object.fromEntries(fields) as Record<string, z.ZodType>).meta({
    id: of.name.replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase()),
  });
  schemas.set(of, made);
  return made;
}

function readItem({ fields }: Resource, row: unknown, without: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { read }]) => [name, without.includes(name) ? null : read(row)]),
  );
}

/** Records as the API tells them. */
export async function readItems(
  of: Resource,
  companyId: number,
  rows: readonly unknown[],
  without: readonly string[] = [],
): Promise<Record<string, unknown>[]> {
  const complete = rows.length === 0 ? rows : ((await of.complete?.(companyId, rows)) ?? rows);
  return complete.map((row) => readItem(of, row, without));
}

type Fields = Readonly<Record<string, ResourceField>>;

/** What a payload may hold of a record. */
export const writableSchema = (fields: Fields): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { write, schema }]) => (write === null ? [] : [[name, schema.optional()]])),
  );

/** The values that a payload gives, by the action's fields. */
export function actionValues(fields: Fields, payload: Readonly<Record<string, unknown>>): ActionValues {
  const values: ActionValues = {};
  for (const [name, { write, toAction }] of Object.entries(fields))
    if (write !== null && payload[name] !== undefined) values[write] = toAction(payload[name]);
  return values;
}

/** The wire's name of an action's field. */
export function wireName(fields: Fields, actionField: string): string {
  return Object.entries(fields).find(([, { write }]) => write === actionField)?.[0] ?? actionField;
}
