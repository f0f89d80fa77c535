/**
 * Colours of the base map. All are paler than the twenty colours of routes and lie close together, so that routes,
 * stops and labels stand out.
 */
export interface BasePalette {
  ground: string;
  residential: string;
  work: string;
  green: string;
  field: string;
  wood: string;
  bare: string;
  water: string;
  building: string;
  buildingEdge: string;
  motorway: string;
  motorwayCasing: string;
  main: string;
  mainCasing: string;
  street: string;
  streetCasing: string;
  path: string;
  rail: string;
  border: string;
  /** names of towns */
  place: string;
  /** names of streets, house numbers */
  label: string;
  waterLabel: string;
  halo: string;
}

export const LIGHT: BasePalette = {
  ground: "#f6f6f3",
  residential: "#eeede9",
  work: "#e8e7ea",
  green: "#e0ebd9",
  field: "#f1f1e6",
  wood: "#d8e6d4",
  bare: "#e9e6df",
  water: "#c6deeb",
  building: "#dad6cf",
  buildingEdge: "#c6c1b8",
  motorway: "#fbe3b4",
  motorwayCasing: "#d3b67f",
  main: "#fdf3d9",
  mainCasing: "#cfc4a8",
  street: "#ffffff",
  streetCasing: "#d0d1cd",
  path: "#b9b6ab",
  rail: "#b3b8bd",
  border: "#9d8fa8",
  place: "#38424c",
  label: "#57606a",
  waterLabel: "#3b6a86",
  halo: "#fafaf8",
};

export const DARK: BasePalette = {
  ground: "#1c2024",
  residential: "#22272b",
  work: "#25282e",
  green: "#1e2b25",
  field: "#21261f",
  wood: "#1b2c23",
  bare: "#26272a",
  water: "#143142",
  building: "#2f363c",
  buildingEdge: "#3b434a",
  motorway: "#4d4534",
  motorwayCasing: "#12161a",
  main: "#3d3b35",
  mainCasing: "#12161a",
  street: "#31383e",
  streetCasing: "#14181b",
  path: "#4a524f",
  rail: "#4c545c",
  border: "#77688a",
  place: "#cbd3db",
  label: "#a2acb6",
  waterLabel: "#7fb2cf",
  halo: "#171b1e",
};

export const paletteOf = (scheme: string | null): BasePalette => (scheme === "dark" ? DARK : LIGHT);
