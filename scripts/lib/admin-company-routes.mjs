import { readdirSync } from "node:fs";
import path from "node:path";

const AREA = "_main.company.";
const ADMIN = "routes/_main.admin_.company";

/**
 * The pages of a company that a super admin has opened are those of /company under /admin/company: the same files a
 * second time, so that a page that is added to the one is in the other.
 * @param {string} folder of the routes
 * @returns {Record<string, { id: string, file: string, path?: string, index?: true, parentId: string }>}
 */
export function adminCompanyRoutes(folder = "app/routes") {
  const names = readdirSync(folder)
    .filter((name) => name.startsWith(AREA))
    .map((name) => name.slice(AREA.length));
  return Object.fromEntries(
    names.map((name) => {
      const file = readdirSync(path.join(folder, `${AREA}${name}`)).find((one) => /^route\.tsx?$/.test(one));
      // The longest name that this one goes on from is the page around it.
      const [parent] = names.filter((other) => name.startsWith(`${other}.`)).sort((a, b) => b.length - a.length);
      const parts = name.slice(parent === undefined ? 0 : parent.length + 1).split(".");
      const isIndex = parts.at(-1) === "_index";
      const address = (isIndex ? parts.slice(0, -1) : parts)
        // '($month)' may be left out.
        .map((part) =>
          part
            .replace(/^\(\$(\w+)\)$/, ":$1?")
            .replace(/^\$/, ":")
            .replace(/_$/, ""),
        )
        .join("/");
      return [
        `${ADMIN}.${name}`,
        {
          id: `${ADMIN}.${name}`,
          file: `routes/${AREA}${name}/${file}`,
          ...(address === "" ? {} : { path: address }),
          ...(isIndex ? { index: true } : {}),
          parentId: parent === undefined ? ADMIN : `${ADMIN}.${parent}`,
        },
      ];
    }),
  );
}
