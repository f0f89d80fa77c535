import { expect, it } from "vitest";
import { beginning } from "~/domain/address/beginning";

it.each([
  ["rue", ["Rue de la Gare"], 2],
  ["Rue de", ["Rue de la Gare"], 2],
  ["rue", ["Runkels"], 0],
  ["rue", ["Rüfestrasse"], 2],
  ["ru", ["Rüfestrasse"], 2],
  ["rü", ["Rüfestrasse"], 2],
  ["Rü", ["Ru\u0308festrasse"], 2],
  ["strasse", ["Schaaner Straße"], 1],
  ["strasse", ["Landstrasse"], 0],
  ["kaefer", ["Dr.-Käfer-Weg"], 1],
  ["’t z", ["’t Zand"], 2],
  ["zand", ["Kerkstraat", "Zand"], 2],
  ["", ["Zand"], 0],
  [" - ", ["Zand"], 0],
] as const)("%j and %j: %i", (text, names, expected) => expect(beginning(text, names)).toBe(expected));
