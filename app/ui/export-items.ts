import { paths } from "~/paths";
import type { MenuItem } from "./dialog/menu";
import type { IconName } from "./icons";

const FILES = {
  plan: [
    ["xlsx", "Export to Excel", "download"],
    ["csv", "Export to CSV", "download"],
  ],
  route: [
    ["pdf", "Print manifest (PDF)", "file"],
    ["xlsx", "Export to Excel", "download"],
    ["csv", "Export to CSV", "download"],
    ["gpx", "Export to GPX", "gps"],
  ],
  calculation: [
    ["xlsx", "Export to Excel", "download"],
    ["csv", "Export to CSV", "download"],
    ["json", "Export to JSON", "code"],
  ],
} as const satisfies Record<string, readonly (readonly [string, string, IconName])[]>;

/** The dialog of the plan page with the columns of exported plans. */
export const EXPORT_COLUMNS_DIALOG = "export-columns";

/**
 * The files of a plan, a route or a calculation, for menus and lines of links. The browser saves what the address
 * answers.
 */
export function exportItems(what: keyof typeof FILES, id: number): (MenuItem & { to: string })[] {
  return FILES[what].map(([format, label, icon]): MenuItem & { to: string } => ({
    id: `export-${format}`,
    label,
    icon,
    to: paths.exportFile(what, id, format),
    reloadDocument: true,
  }));
}
