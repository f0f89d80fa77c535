import { searchKey } from "~/lib/search-key";

/** The pages that "go to" offers in addition to what it finds in the data. */
export interface FinderPage {
  to: string;
  label: string;
}

/** Pages whose name contains the text; those that begin with it come first. */
export function pagesNamed(
  pages: readonly FinderPage[],
  text: string,
): { kind: "Page"; id: string; title: string; detail: string; to: string }[] {
  const wanted = searchKey(text.trim());
  if (wanted === "") return [];
  const at = ({ label }: FinderPage): number => searchKey(label).indexOf(wanted);
  return pages
    .filter((page) => at(page) >= 0)
    .sort((a, b) => Number(at(a) > 0) - Number(at(b) > 0))
    .map(({ to, label }) => ({ kind: "Page", id: to, title: label, detail: "", to }));
}
