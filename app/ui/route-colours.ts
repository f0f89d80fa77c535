/** How a route's colour reaches CSS: its fill and text for both schemes; app.css takes those of the page's scheme. */
import type { CSSProperties } from "react";
import { darkFill, darkText } from "~/domain/route/route-palette";

/** For an element of the class `route-colour`; in it `--route-fill` and `--route-text` are the ones to paint with. */
export const routeColours = (fill: string, text = "#ffffff"): CSSProperties & Record<`--route-${string}`, string> => ({
  "--route-light-fill": fill,
  "--route-light-text": text,
  "--route-dark-fill": darkFill(fill),
  "--route-dark-text": darkText(fill, text),
});
