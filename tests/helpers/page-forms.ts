/** The forms of a page as a browser without scripts posts them. */
import { createElement } from "react";
import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { MantineProvider } from "@mantine/core";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { BASE_PATH } from "~/paths";

/** One that a page shows, with what its fields say: the last value of each name, as the server reads them. */
export type ShownForm = Readonly<Record<string, string>>;

/** Characters as React writes them in attributes and texts. */
const plain = (html: string): string =>
  html
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found === null ? undefined : plain(found[1]!);
};

const CONTROLS = /<input\b[^>]*>|<select\b[^>]*>.*?<\/select>|<textarea\b[^>]*>.*?<\/textarea>/gs;

function valueOf(control: string): string | undefined {
  const [tag = ""] = /^<[^>]*>/.exec(control) ?? [];
  if (tag.startsWith("<input")) {
    const isTicked = !/type="(?:checkbox|radio)"/.test(tag) || /\schecked=""/.test(tag);
    return isTicked ? (attribute(tag, "value") ?? "on") : undefined;
  }
  if (tag.startsWith("<textarea")) return plain(control.slice(tag.length, -"</textarea>".length).replace(/^\n/, ""));
  const options = control.match(/<option\b[^>]*>/g) ?? [];
  const chosen = options.find((option) => /\sselected=""/.test(option)) ?? options[0];
  return chosen === undefined ? undefined : attribute(chosen, "value");
}

function fieldsOf(form: string): ShownForm {
  const fields: Record<string, string> = {};
  for (const [control] of form.matchAll(CONTROLS)) {
    const name = attribute(/^<[^>]*>/.exec(control)![0], "name");
    const value = valueOf(control);
    if (name !== undefined && value !== undefined) fields[name] = value;
  }
  return fields;
}

/**
 * @param page what shows the form
 * @param path where it stands, without the base path; dialogs are named by it
 * @returns the form of that action
 */
export async function shownForm(page: ReactElement, path: string, intent: string): Promise<ShownForm> {
  const routes = [{ path: "*", element: createElement(MantineProvider, null, page) }];
  const handler = createStaticHandler(routes, { basename: BASE_PATH });
  const context = await handler.query(new Request(`http://localhost${BASE_PATH}/${path}`));
  if (context instanceof Response) throw new TypeError("A page without loaders redirects nowhere.");
  const router = createStaticRouter(handler.dataRoutes, context);
  const html = renderToString(createElement(StaticRouterProvider, { router, context, hydrate: false }));
  const forms = (html.match(/<form\b.*?<\/form>/gs) ?? []).map(fieldsOf);
  const found = forms.find((form) => form.intent === intent);
  if (found === undefined) throw new Error(`No form of ${intent} is shown at ${path}.`);
  return found;
}
