import { randomUUID } from "node:crypto";
import type { CompanySession } from "~/auth/session.server";
import { AppError } from "~/lib/errors";
import { COMPANY_FIELD, COMPANY_HEADER, SUBMIT_FIELD, SUBMIT_HEADER, switchedSentence } from "~/lib/page-stamp";
import type { Switched, SwitchedPage } from "~/lib/page-stamp";
import { BASE_PATH } from "~/paths";

/** The id that all forms of a page begin with. */
export const newPageId = (): string => randomUUID();

/** The page was made for another company. Nothing has been done. */
export class CompanySwitched extends AppError {
  constructor(readonly switched: Switched) {
    super("company.switched", `${switchedSentence(switched.to)}. Nothing was saved.`, { status: 409 });
  }
}

const textOf = (request: Request, header: string, form: FormData, field: string): string => {
  const given = request.headers.get(header) ?? form.get(field);
  return typeof given === "string" ? given : "";
};

/**
 * Every form says for which company its page was made.
 * @throws CompanySwitched for another one than the session works for; AppError 400 when none is named
 */
export function checkPageCompany(request: Request, session: CompanySession, form: FormData): void {
  const named = textOf(request, COMPANY_HEADER, form, COMPANY_FIELD);
  if (named === String(session.company.id)) return;
  if (!/^\d{1,10}$/.test(named)) {
    throw new AppError(
      "company.unnamed",
      "This form doesn't say which company it is for. Load the page again, then send it once more.",
      { status: 400 },
    );
  }
  const from = session.companies.find((company) => company.id === Number(named)) ?? null;
  throw new CompanySwitched({ from, to: session.company });
}

/** What the form is recognised by when it comes twice; null when it has no such id. @throws AppError 400 */
export function submitIdOf(request: Request, form: FormData): string | null {
  const given = textOf(request, SUBMIT_HEADER, form, SUBMIT_FIELD);
  if (given === "") return null;
  if (!/^[\w-]{8,64}$/.test(given)) throw new AppError("submit.id", "Submit id is not correct", { status: 400 });
  return given;
}

/** The address of a request within the app, for a link back. */
export function pathOf(request: Pick<Request, "url">): string {
  const { pathname, search } = new URL(request.url);
  return `${pathname.startsWith(BASE_PATH) ? pathname.slice(BASE_PATH.length) || "/" : pathname}${search}`;
}

/** What the page without scripts is made of that asks which company to go on in. */
export function switchedPage(request: Request, form: FormData, { switched }: CompanySwitched): SwitchedPage {
  const isMultipart = (request.headers.get("Content-Type") ?? "").startsWith("multipart/form-data");
  const fields = isMultipart
    ? null
    : [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  return { switched, path: pathOf(request), fields };
}
