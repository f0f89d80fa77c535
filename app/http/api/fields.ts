/** Fields of the API's records: how a column is told on the wire, and what a payload's value becomes for an action. */
import { z } from "zod";
import type { Action } from "~/domain/access/permissions";
import { isDateText } from "~/domain/time/calendar";
import { numberOf, readAs } from "~/domain/validation/field-reader";

/** @template Row of its table. `resource` holds a field to it; what only passes rows on needn't know it. */
export interface ResourceField<Row = unknown> {
  /** of the value in answers, and in payloads where it can be written */
  schema: z.ZodType;
  read(row: Row): unknown;
  /** the column behind it; only such fields filter and sort */
  column: string | null;
  filters: boolean;
  sorts: boolean;
  /** the action's field that a payload's value goes to; null: read only */
  write: string | null;
  toAction(value: unknown): unknown;
  /** the right that `update-field` needs for it beside the resource's own */
  needs: Action | null;
}

interface FieldOptions {
  /** the action's field; true: it has the same name as the column */
  write?: string | true;
  filter?: boolean;
  sort?: boolean;
  needs?: Action;
}

const same = (value: unknown): unknown => value;
/** What the wire calls 0, actions and columns have as null. */
const noneOfZero = (value: unknown): unknown => (value === 0 ? null : value);

export function field<Row>(
  column: string,
  schema: z.ZodType,
  { write, filter = false, sort = false, needs }: FieldOptions,
  codec: { read?(value: unknown): unknown; toAction?(value: unknown): unknown } = {},
): ResourceField<Row> {
  const { read = same, toAction = same } = codec;
  return {
    schema,
    read: (row) => read((row as Record<string, unknown>)[column]),
    column,
    filters: filter,
    sorts: sort,
    write: write === true ? column : (write ?? null),
    toAction,
    needs: needs ?? null,
  };
}

const MAX_ID = 999_999_999_999_999;

/** "" for none. */
export const text = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.string(), options, { read: (value) => value ?? "" });

/** 0 for none. */
export const number = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.number(), options, { read: (value) => value ?? 0 });

export const whole = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.int(), options, { read: (value) => value ?? 0 });

/** Degrees; 0 for none. */
export const degrees = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.number(), options, { read: (value) => value ?? 0, toAction: noneOfZero });

/** 1 or 0. */
export const flag = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, readAs(z.literal([0, 1]), numberOf), options, { toAction: (value) => value === 1 });

/** The record's own id. */
export const ownId = <Row>(): ResourceField<Row> =>
  field("id", z.int().min(1).max(MAX_ID), { filter: true, sort: true });

/** The id of another record; 0 for none. */
export const reference = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.int().min(0).max(MAX_ID), options, {
    read: (value) => value ?? 0,
    toAction: noneOfZero,
  });

export const oneOf = <Row>(
  column: string,
  values: readonly [string, ...string[]],
  options: FieldOptions = {},
): ResourceField<Row> => field(column, z.enum(values), options);

/** 'YYYY-MM-DD' */
export const day = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.string().refine(isDateText, { error: "must be a day like 2026-11-23" }), options);

/** UTC 'YYYY-MM-DD HH:mm:ss'; null for none. */
export const moment = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.string().nullable(), options, { read: (value) => value ?? null });

/** JSON as text; null for none. */
export const jsonText = <Row>(column: string, options: FieldOptions = {}): ResourceField<Row> =>
  field(column, z.string().nullable(), options, { read: (value) => value ?? null });

/** What only a new record is given, under the action's name for it. */
export const incoming = (
  schema: z.ZodType,
  write: string,
  toAction: (value: unknown) => unknown = same,
): ResourceField => ({ ...derived(schema, () => null), write, toAction });

/** Of a reference: 0 for none. */
export const incomingId = (write: string): ResourceField => incoming(z.int().min(0).max(MAX_ID), write, noneOfZero);

/** A value that is worked out, and can't be written. */
export const derived = <Row>(schema: z.ZodType, read: (row: Row) => unknown): ResourceField<Row> => ({
  schema,
  read,
  column: null,
  filters: false,
  sorts: false,
  write: null,
  toAction: same,
  needs: null,
});
