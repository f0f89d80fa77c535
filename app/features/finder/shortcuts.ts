/** The keys that work, for the help. Keep it in step with the code that handles them. */
interface ShortcutGroup {
  title: string;
  keys: readonly (readonly [key: string, what: string])[];
}

export const SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: "Everywhere",
    keys: [
      ["Ctrl K", "Go to a plan, route, visit, page, vehicle or warehouse"],
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
      ["Z", "Undo, also Ctrl Z"],
      ["Ctrl Shift Z", "Redo"],
    ],
  },
  {
    title: "Routes and visits",
    keys: [
      ["/ Enter", "Open the first visit that was found"],
      ["↑ ↓", "Move in the list"],
      ["→ ←", "Unfold and fold a route"],
      ["Enter", "Open"],
      ["Shift ↑ ↓", "Select from here on"],
      ["Ctrl Space", "Select one more, or one less"],
      ["Shift Space", "Select all between"],
      ["Alt ↑ ↓", "Move a stop"],
      ["Alt ← →", "Move a stop to the neighbour route"],
    ],
  },
];
