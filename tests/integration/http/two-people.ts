/** One person who has a form open in two tabs, as two people have: what each of them saves, and is told. */
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect } from "vitest";
import { openSession, sessionFromCookie } from "~/auth/session.server";
import type { CompanySession } from "~/auth/session.server";
import { getUserAcrossCompanies } from "~/db/repositories/users.server";
import type { ActionRefusal, ActionResult } from "~/lib/action-result";
import { SHOWN_FIELD, unchangedNames } from "~/lib/shown-values";
import { createCompany } from "../../factories/company";
import type { TestCompany } from "../../factories/company";
import { useTestDatabase } from "../../helpers/databases";
import { postForm } from "../../helpers/forms";
import { shownForm } from "../../helpers/page-forms";
import type { ShownForm } from "../../helpers/page-forms";
import { forgetWorld, setWorld } from "../planning/desk";

export type Page = (session: CompanySession, request: Request) => Promise<ReactElement>;
type PageAction = (args: { request: Request; params: Record<string, string> }) => Promise<unknown>;

export interface FormOfTwo {
  intent: string;
  path: string;
  page: Page;
  action: PageAction;
  /** hidden fields that the form itself changes */
  changes?: readonly string[];
}

export const dialog = (path: string, name: string, id: number) => `${path}?dialog=${name}&id=${id}`;
export const json = (text: unknown): unknown => JSON.parse(String(text));

/** Of a fresh company for each test. */
export function twoPeople(kind: Parameters<typeof useTestDatabase>[0]) {
  const database = useTestDatabase(kind);
  const db = () => database().db;
  let company: TestCompany;
  let session: CompanySession;
  let cookie: string;

  beforeEach(async () => {
    setWorld(db());
    company = await createCompany(db());
    cookie = (await openSession(await getUserAcrossCompanies(db(), company.ownerId), new Headers())).split(";")[0]!;
    session = (await sessionFromCookie(cookie)) as CompanySession;
  });
  afterEach(forgetWorld);
  /** Their rights have changed: the session is read anew. */
  const signInAgain = async () => {
    session = (await sessionFromCookie(cookie)) as CompanySession;
  };

  const open = async ({ page, path, intent, changes = [] }: FormOfTwo): Promise<ShownForm> => {
    const form = await shownForm(await page(session, new Request(`http://localhost/platform/${path}`)), path, intent);
    const posted = new FormData();
    for (const [name, value] of Object.entries(form)) posted.set(name, value);
    const said = Object.assign({}, ...(JSON.parse(form[SHOWN_FIELD]!) as ShownForm[])) as ShownForm;
    // Each field shows what the form says that it shows.
    const shown = Object.keys(said).filter((name) => posted.has(name) && !changes.includes(name));
    expect([...unchangedNames(posted)].sort()).toEqual(shown.sort());
    return form;
  };
  const send = async ({ action, path }: FormOfTwo, form: ShownForm): Promise<ActionResult<unknown>> => {
    const forms = { cookie, companyId: company.companyId };
    const response = await postForm((request) => action({ request, params: {} }), path, forms, form);
    return response.status === 303
      ? { ok: true, data: response.headers.get("Location") }
      : ((await response.json()) as ActionResult<unknown>);
  };
  /** Both open the form; one changes some of its fields and saves, then the other one does. */
  const saveBoth = async (form: FormOfTwo, first: ShownForm, second: ShownForm): Promise<ActionResult<unknown>> => {
    const shown = [await open(form), await open(form)] as const;
    for (const name of Object.keys({ ...first, ...second })) expect(Object.keys(shown[0])).toContain(name);
    expect(await send(form, { ...shown[0], ...first })).toMatchObject({ ok: true });
    return send(form, { ...shown[1], ...second });
  };
  const both = async (form: FormOfTwo, first: ShownForm, second: ShownForm): Promise<void> =>
    expect(await saveBoth(form, first, second)).toMatchObject({ ok: true });
  const refused = async (form: FormOfTwo, first: ShownForm, second: ShownForm) => {
    const answer = await saveBoth(form, first, second);
    return answer.ok ? null : answer.fieldErrors;
  };
  /** Refused once where both changed the same field, and taken when it is sent again. */
  const tellsOfTheSame = async (form: FormOfTwo, first: ShownForm, second: ShownForm, told: string) => {
    const answer = await saveBoth(form, first, second);
    if (answer.ok) throw new Error("The second one is stored");
    expect(answer.message).toBe(`${told} in the meantime.`);
    const again = await open(form);
    const said = JSON.parse(again[SHOWN_FIELD]!) as ShownForm[];
    // As the form comes back: it shows what was typed, and says what it was told.
    expect(said.flatMap(Object.entries)).toEqual(expect.arrayContaining(Object.entries(nowOf(answer))));
    expect(await send(form, { ...again, ...second })).toMatchObject({ ok: true });
  };
  const nowOf = (answer: ActionRefusal): Readonly<Record<string, string>> => answer.stale ?? {};
  const row = (table: string, id: number): Promise<Record<string, unknown>> => db()(table).where({ id }).first();
  const settingsRow = () => row("companies", company.companyId);
  const setCompany = (values: object) => db()("companies").where({ id: company.companyId }).update(values);

  return {
    db,
    company: () => company,
    open,
    send,
    saveBoth,
    both,
    refused,
    tellsOfTheSame,
    row,
    settingsRow,
    setCompany,
    signInAgain,
  };
}
