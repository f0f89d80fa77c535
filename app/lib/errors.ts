export interface ErrorLink {
  /** of a page, without the base path */
  to: string;
  label: string;
}

/** A field of a form that somebody else has changed since the form showed it. */
interface StaleField {
  /** what it shows of the stored record by now */
  now: string;
  /** said at the field; none where people don't see it */
  message?: string;
}
export type StaleFields = Readonly<Record<string, StaleField>>;

interface AppErrorOptions {
  /** HTTP status of the answer; 400 when nothing else is said. */
  status?: number;
  /** The form field or row at fault, as the form names it. */
  field?: string;
  cause?: unknown;
  /** Fields that the refusal is about because somebody else has changed them: sent again, they are typed over that. */
  stale?: StaleFields;
  /** A second line, for forms. */
  detail?: string;
  /** Where people can do something about it. */
  link?: ErrorLink;
  /** What a program may want to know: the conflicting version, the violations, the row numbers. */
  details?: unknown;
}

/**
 * The one error that is meant for people: `code` is stable and for programs, `message` is a sentence for the user,
 * `cause` is for the log. Everything else that is thrown is a fault of the program and answers 500.
 */
export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  readonly field: string | undefined;
  readonly stale: StaleFields | undefined;
  readonly detail: string | undefined;
  readonly link: ErrorLink | undefined;
  readonly details: unknown;

  constructor(code: string, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.status = options.status ?? 400;
    this.field = options.field;
    this.stale = options.stale;
    this.detail = options.detail;
    this.link = options.link;
    this.details = options.details;
  }
}

/** @param detail what became of it, where that is known */
export const notFound = (entity: string, detail?: string): AppError =>
  new AppError("not_found", `${entity} not found`, { status: 404, ...(detail ? { detail } : {}) });

export const notAuthorized = (): AppError => new AppError("not_authorized", "You are not authorized", { status: 401 });
