import { createContext, useContext } from "react";
import { METRIC } from "~/domain/units";
import type { Units } from "~/domain/units";

/** Of the person who looks at the page: the frame of the signed-in pages gives them. */
export const UnitsContext = createContext<Units>(METRIC);

export const useUnits = (): Units => useContext(UnitsContext);
