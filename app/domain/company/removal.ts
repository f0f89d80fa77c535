import { ALLOWED, atField, refuse } from "../decision";
import type { Permission } from "../decision";

/**
 * Whether a company may be closed: not while people drive for it, and only by somebody who has typed which one.
 * @param onRoad how many of its routes are on the road
 */
export function mayRemoveCompany(company: { title: string }, typed: string, onRoad: number): Permission {
  if (onRoad > 0) {
    const routes = onRoad === 1 ? "1 route is" : `${onRoad} routes are`;
    return refuse("company.on_road", `${routes} on the road. Finish or reset them first.`, 409);
  }
  if (typed !== company.title)
    return atField(refuse("company.other_title", "This is not the title of the company", 422), "title");
  return ALLOWED;
}
