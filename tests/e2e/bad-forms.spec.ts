import path from "node:path";
import type { Page } from "@playwright/test";
import { createDatabase } from "~/db/client.server";
import { stored, tableNames } from "../helpers/stored";
import { expect, test } from "./fixtures";
import { dialogs, pages, prepareWorld, superAdminScreens } from "./screens";

type Kind = "text" | "secret" | "select" | "date" | "slider";

/** A form that posts, as the server sends it to a browser without scripts. */
interface PlainForm {
  action: string;
  isMultipart: boolean;
  intent: string;
  /** what it would send as it stands */
  sent: [name: string, value: string][];
  fields: { name: string; kind: Kind }[];
}

/** What of it is on the page that answers. */
interface Answered {
  value: string | null;
  messages: string[];
}

/** Longer than anything that is taken, no number, no time and no day; a choice and a day that a form can't have. */
const BAD: Record<Kind, string> = {
  text: "☃ ".repeat(3000),
  secret: "☃ ".repeat(3000),
  slider: "☃",
  select: "no such",
  date: "no day",
};

/** The browser's own parser reads pages, which are not shown. */
class Reader {
  constructor(private readonly blank: Page) {}

  formsOf(html: string, url: string): Promise<PlainForm[]> {
    return this.blank.evaluate(
      ([text, base]) => {
        const kindOf = (field: HTMLInputElement): Kind =>
          field.tagName === "SELECT"
            ? "select"
            : /^(?:date|time)/.test(field.type)
              ? "date"
              : /password/.test(`${field.type} ${field.name}`)
                ? "secret"
                : field.type === "range"
                  ? "slider"
                  : "text";
        const typedIn =
          "input:not([type=hidden], [type=file], [type=checkbox], [type=radio], [type=submit]), select, textarea";
        return [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("form")]
          .filter((form) => form.method === "post")
          .map((form) => {
            // What is pressed names the action where the form does not; another button looks an address up.
            const button = [...form.querySelectorAll("button")].find(
              ({ type, disabled, name }) => type === "submit" && !disabled && name === "intent",
            );
            const sent = [...new FormData(form)].filter((pair): pair is [string, string] => !(pair[1] instanceof File));
            if (button && !sent.some(([name]) => name === "intent")) sent.push(["intent", button.value]);
            return {
              action: new URL(form.getAttribute("action") ?? base, base).href,
              isMultipart: form.enctype === "multipart/form-data",
              intent: sent.find(([name]) => name === "intent")?.[1] ?? "",
              sent,
              fields: [...form.querySelectorAll<HTMLInputElement>(typedIn)]
                .filter(({ name, disabled, readOnly }) => name !== "" && !disabled && !readOnly)
                .map((field) => ({ name: field.name, kind: kindOf(field) })),
            };
          });
      },
      [html, url] as const,
    );
  }

  answered(html: string, field: string, intent: string): Promise<Answered> {
    return this.blank.evaluate(
      ([text, name, asked]) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        const form = [...page.querySelectorAll("form")].find(
          (one) =>
            one.method === "post" &&
            one.elements.namedItem(name) !== null &&
            (asked === "" ||
              [...one.querySelectorAll<HTMLInputElement>("[name=intent]")].some(({ value }) => value === asked)),
        );
        const values = form ? new FormData(form).getAll(name) : [];
        return {
          value: form ? String(values.at(-1) ?? "") : null,
          messages: [...(form?.querySelectorAll("[data-form-errors], [role=alert], [class*=error], em") ?? [])]
            .map(({ textContent }) => textContent.trim())
            .filter((message) => message !== ""),
        };
      },
      [html, field, intent] as const,
    );
  }
}

/** What changes without anybody's doing: who is there, what was refused, and what is predicted of the road. */
const RESTLESS = /^(?:eta_widths|limits|live_routes|sessions|visit_predictions)$/;

/** What the tables of a server on SQLite hold. */
async function storedIn(folder: string): Promise<Record<string, unknown>> {
  const db = createDatabase({ file: path.join(folder, "platform.sqlite"), busyTimeoutMs: 10_000 });
  try {
    return await stored(
      db,
      (await tableNames(db)).filter((name) => !RESTLESS.test(name)),
      ["active_at"],
    );
  } finally {
    await db.destroy();
  }
}

/** Take more than is tried here: integration/pages has the limit. What is only searched for is stored nowhere. */
const TAKE_MORE: readonly string[] = [
  "public_page.save body",
  "vehicle.create new_warehouse_search",
  "vehicle.update new_warehouse_search",
];

/** Refused in another way. */
const ELSEWHERE: readonly string[] = [
  // Its pictures can't be given back to a page without scripts: the message stands on the page that it came from.
  "visit.done signatureName",
  "visit.done doneNote",
  // Of a form that works with a script alone: a passkey comes from one.
  " name",
  // Whoever guesses is told less.
  "/platform/login email",
  "/platform/login password",
];

test("what a field can't hold is refused with a message, its form stays, and nothing is stored", async ({
  page,
  openPage,
  signIn,
  platform,
}) => {
  await signIn(page, "dispatcher");
  const world = await prepareWorld(page);
  const reader = new Reader(await openPage());
  const [stranger, admin] = [await openPage(), await openPage()];
  await signIn(admin, "super admin");
  const accounts = ["login", "sign-up", "forgot"].map((path) => ({ path }));
  const visits: [Page, { path: string }[]][] = [
    [page, [...pages(world), ...dialogs(world)]],
    [stranger, accounts],
    [admin, superAdminScreens(3)],
  ];
  const before = await storedIn(platform.dataDir);
  const tried = new Set<string>();
  for (const [visitor, screens] of visits)
    for (const { path: address } of screens) {
      const shown = await visitor.request.get(address, { headers: { Accept: "text/html" } });
      for (const form of await reader.formsOf(await shown.text(), shown.url())) {
        for (const { name, kind } of form.fields) {
          const what = `${form.intent || (visitor === stranger ? new URL(form.action).pathname : "")} ${name}`;
          if (tried.has(what) || TAKE_MORE.includes(what)) continue;
          tried.add(what);
          const fields = new FormData();
          for (const [field, value] of form.sent) if (field !== name) fields.append(field, value);
          fields.append(name, BAD[kind]);
          const answer = await visitor.request.post(form.action, {
            headers: { Accept: "text/html", Origin: new URL(form.action).origin },
            ...(form.isMultipart ? { multipart: fields } : { form: fields }),
            maxRedirects: 0,
          });
          if (ELSEWHERE.includes(what)) continue;
          const { value, messages } = await reader.answered(await answer.text(), name, form.intent);
          const kept = kind === "text" ? value?.trim() === BAD.text.trim() : value !== null;
          expect
            .soft({ status: answer.status(), kept, messages }, `${what} of ${address}`)
            .toEqual({ status: 422, kept: true, messages: expect.arrayContaining([expect.stringMatching(/\w/)]) });
        }
      }
    }
  expect(tried.size).toBeGreaterThan(300);
  expect(await storedIn(platform.dataDir)).toEqual(before);
});
