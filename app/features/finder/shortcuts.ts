/** The keys that work, for the help; each is written down where it is handled too. */
export interface ShortcutGroup {
  title: string;
  keys: readonly (readonly [key: string, what: string])[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    keys: [
      ["Ctrl K", "Go to a plan, route, vehicle or warehouse"],
      ["/", "Search the list"],
      ["?", "This help"],
      ["Esc", "Close"],
    ],
  },
  {
    title: "Plan",
    keys: [
      ["C", "Calculate"],
      ["L", "Lock or unlock the selected route"],
      ["Z", "Undo"],
    ],
  },
  {
    title: "Routes and visits",
    keys: [
      ["↑ ↓", "Move in the list"],
      ["→ ←", "Unfold and fold a route"],
      ["Enter", "Open"],
      ["Alt ↑ ↓", "Move a stop"],
      ["Alt ← →", "Move a stop to the neighbour route"],
    ],
  },
];
