import { beginning } from "~/lib/shortened";
import { fullName } from "../access/person-name";
import { MAX_TEXT_LENGTH } from "../constants";

/**
 * "Company of Ann Beck", or with the first number that none of these titles has. A name may be as long as a title: it
 * is cut, so that nobody is kept from a second company by a text that they never wrote.
 */
export function ownersTitle(
  owner: { name: string | null; surname: string | null; email: string },
  taken: readonly string[],
): string {
  const title = `Company of ${fullName(owner) || owner.email}`;
  const numbered = (number: number): string => {
    const end = number === 1 ? "" : ` ${number}`;
    return `${beginning(title, MAX_TEXT_LENGTH - end.length).trimEnd()}${end}`;
  };
  let number = 1;
  while (taken.includes(numbered(number))) number++;
  return numbered(number);
}
