/** One call of the API: `/platform/api/{path}`. The resource family makes most of them. */
import type { z } from "zod";
import type { CompanySession, Session } from "~/auth/session.server";
import type { Action } from "~/domain/access/permissions";
import type { ReceivedForm } from "~/http/receive-form.server";
import type { ActionOptions } from "~/http/actions/define-actions.server";
import { inputOf } from "./payload.server";
import type { Payload } from "./payload.server";

export interface CallOptions extends ActionOptions {
  /** as it came, for what reads headers or sends a file */
  request: Request;
  /** of the visitor */
  ip: string;
}

/** What a list answers beside its records. */
export class ListAnswer {
  constructor(
    readonly rows: readonly unknown[],
    /** of the next page; null: there is none */
    readonly nextCursor: string | null,
  ) {}
}

/** How another product answers: without the envelope, in refusals too. */
export interface ForeignShape {
  /** of a success */
  status: 200 | 202;
  fault: z.ZodType;
  /** all statuses of refusals */
  statuses: readonly number[];
  /** @param status and @param message as the envelope would have them */
  refusal(status: number, message: string, error: unknown): { status: number; body: object };
}

/** A call whose payload has been read. */
export interface AskedCall<By> {
  /** what a key of idempotency stands for */
  content: unknown;
  run(session: By, options: CallOptions): Promise<unknown>;
}

interface CallBase<By> {
  /** 'vehicle/store' */
  path: string;
  methods: readonly ("GET" | "POST")[];
  /** one short sentence */
  summary: string;
  /** the payload: a strict object in wire names */
  input: z.ZodType;
  /** fields that may stand in the path instead, in this order */
  inPath?: readonly string[];
  /** What fields hold in a payload of JSON, for the document: their readers take more, and forms send texts. */
  inJson?: Readonly<Record<string, z.ZodType>>;
  /** `data` of a success; null: a file */
  answer: z.ZodType | null;
  /** headers of a success, with what they say */
  headers?: Readonly<Record<string, string>>;
  /** of a file: the content types that it may have */
  media?: readonly string[];
  /** a list answers with `next_cursor` */
  isList?: boolean;
  /** `data` of a list's call that was asked for something else; it has no next page */
  insteadOfList?: z.ZodType;
  /** GET leads to a page */
  redirects?: boolean;
  /** It changes something, or only when it is asked by POST: a key of idempotency counts. */
  changes: boolean | "by POST";
  /** Reads a multipart form with files; the files that the call does not keep it takes out again. */
  receive?(request: Request, companyId: number, session: CompanySession): Promise<ReceivedForm>;
  /** its fields with files */
  files?: readonly string[];
  /** what is called a filter in faults, and not a field */
  filters?: boolean;
  example?: Readonly<Record<string, unknown>>;
  shape?: ForeignShape;
  /** @throws AppError and ZodError, as `inputOf` */
  ask(payload: Payload): AskedCall<By>;
}

/** A call that is made for a company; most of them. */
export interface CompanyCall extends CallBase<CompanySession> {
  access?: "company";
  /** looked at before the payload is */
  permission: Action;
  /** as its action says */
  toAnyCompany?: true | undefined;
}

/** A call about one's own account: in no company it is answered all the same, to whom nothing else holds. */
export interface PersonCall extends CallBase<Session> {
  access: "person";
  /** looked at before the payload is */
  permission: Action;
}

/** A call of somebody who may be in no company, or not even signed in. */
export interface OpenCall extends CallBase<Session | null> {
  access: "user" | "anyone";
  /** The cookie of its answer is what it is for: nothing that was kept can stand for it, so it is carried out again. */
  again?: true;
  /** also for somebody who has to choose a password first */
  whileHeld?: true;
}

export type ApiCall = CompanyCall | PersonCall | OpenCall;

/**
 * A call as an area writes it, with the type of its payload. Property syntax: a `run` that asks for a company is
 * refused where there may be none.
 */
type Definition<Call extends ApiCall, By, Input extends z.ZodType> = Omit<Call, "ask" | "input"> & {
  input: Input;
  run: (session: By, input: z.output<Input>, options: CallOptions) => Promise<unknown>;
};

const asking =
  <Call extends ApiCall, By, Input extends z.ZodType>(definition: Definition<Call, By, Input>) =>
  (payload: Payload): AskedCall<By> => {
    const input = inputOf(definition, payload);
    return { content: input, run: (session, options) => definition.run(session, input, options) };
  };

/** One call for a company. What `run` answers becomes `data`; a Response goes out as it is. */
export const call = <Input extends z.ZodType>(
  definition: Definition<CompanyCall, CompanySession, Input>,
): CompanyCall => ({
  ...definition,
  ask: asking(definition),
});
export const personCall = <Input extends z.ZodType>(
  definition: Omit<Definition<PersonCall, Session, Input>, "access">,
): PersonCall => ({ ...definition, access: "person", ask: asking(definition) });
export const openCall = <Input extends z.ZodType>(
  definition: Definition<OpenCall, Session | null, Input>,
): OpenCall => ({
  ...definition,
  ask: asking(definition),
});
