/** A colour for lines, badges and pins, with the text colour that stays readable on it. */
export interface RouteColor {
  fill: string;
  text: "#ffffff" | "#000000";
  /**
   * of the second twenty routes, the fourth, …: square markers and dashed lines, so that no two routes look the same
   */
  square?: true;
}

/**
 * Twenty colours for routes, by the route's index in its plan. All keep a contrast of 3:1 on a pale map, and 4.5:1 with
 * their text colour. Neighbours in the list lie far apart in hue, because neighbouring routes are usually neighbours on
 * the map too.
 */
export const ROUTE_PALETTE: readonly RouteColor[] = [
  { fill: "#1565c0", text: "#ffffff" },
  { fill: "#d32f2f", text: "#ffffff" },
  { fill: "#2e7d32", text: "#ffffff" },
  { fill: "#8e24aa", text: "#ffffff" },
  { fill: "#d9600b", text: "#000000" },
  { fill: "#00838f", text: "#ffffff" },
  { fill: "#e91e7b", text: "#000000" },
  { fill: "#6d4c41", text: "#ffffff" },
  { fill: "#3a37c9", text: "#ffffff" },
  { fill: "#7a8500", text: "#000000" },
  { fill: "#8b0a3d", text: "#ffffff" },
  { fill: "#0288b8", text: "#000000" },
  { fill: "#0b4f35", text: "#ffffff" },
  { fill: "#b366e8", text: "#000000" },
  { fill: "#a67800", text: "#000000" },
  { fill: "#12305e", text: "#ffffff" },
  { fill: "#009a74", text: "#000000" },
  { fill: "#7b1500", text: "#ffffff" },
  { fill: "#4e0d75", text: "#ffffff" },
  { fill: "#5a5d00", text: "#ffffff" },
];

/** Routes without visits, and unscheduled visits. */
export const EMPTY_ROUTE_COLOR: RouteColor = { fill: "#757575", text: "#ffffff" };

/**
 * What takes the place of the fills that are too dark for a dark ground: of the same hue, with a contrast of 3:1 there.
 * The darkest of them are not all equally light, so that they stay as different as they were.
 */
const DARK_FILLS: ReadonlyMap<string, string> = new Map([
  ["#1565c0", "#2d79d5"],
  ["#d32f2f", "#dc3936"],
  ["#2e7d32", "#38873c"],
  ["#8e24aa", "#e89cff"],
  ["#6d4c41", "#947064"],
  ["#3a37c9", "#5a65f9"],
  ["#8b0a3d", "#c74c6e"],
  ["#0b4f35", "#68947d"],
  ["#12305e", "#89b1ef"],
  ["#7b1500", "#b75f4d"],
  ["#4e0d75", "#9264ba"],
  ["#5a5d00", "#777b3b"],
  ["#757575", "#a8a8a8"],
]);

/** The fill of a route on a dark ground; a colour that is no route's stays. @param fill the one on a pale ground */
export const darkFill = (fill: string): string => DARK_FILLS.get(fill) ?? fill;

/** The text on `darkFill`: on all that are lighter there black. @param text the one on `fill` */
export const darkText = (fill: string, text: string): string => (DARK_FILLS.has(fill) ? "#000000" : text);

const SQUARE_PALETTE: readonly RouteColor[] = ROUTE_PALETTE.map((color) => ({ ...color, square: true }));

/**
 * The colour of a route: by its index in the plan (0-based, wraps after 20 with another marker), grey while it is
 * empty.
 */
export function routeColor(indexInPlan: number, isEmpty: boolean): RouteColor {
  if (isEmpty) return EMPTY_ROUTE_COLOR;
  const size = ROUTE_PALETTE.length;
  const index = ((Math.trunc(indexInPlan) % (2 * size)) + 2 * size) % (2 * size);
  return (index < size ? ROUTE_PALETTE[index] : SQUARE_PALETTE[index - size]) ?? EMPTY_ROUTE_COLOR;
}

/**
 * Indexes that show each route of several plans in a colour of its own: a route keeps that of its plan while it is
 * free, else it takes the next free one. With more routes than looks, the last ones keep what they have.
 * @param inPlan indexes of the routes in their plans, in an order that stays: who comes first keeps its colour
 */
export function distinctIndexes(inPlan: readonly number[]): number[] {
  const looks = 2 * ROUTE_PALETTE.length;
  const taken = new Set<number>();
  const chosen = inPlan.map((index) => {
    const own = index % looks;
    if (taken.has(own)) return null;
    taken.add(own);
    return own;
  });
  let free = 0;
  return chosen.map((own, at) => {
    if (own !== null) return own;
    while (taken.has(free)) free += 1;
    if (free >= looks) return inPlan[at]!;
    taken.add(free);
    return free;
  });
}
