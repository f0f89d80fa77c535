import type { SVGProps } from "react";
import styles from "./icons.module.css";

/** Our own icons: 24 units, one stroke, round ends. One entry is the `d` of one path. */
const PATHS = {
  plan: "M6 4a2 2 0 1 0 0 4a2 2 0 0 0 0-4M18 16a2 2 0 1 0 0 4a2 2 0 0 0 0-4M8 6h7.5a3 3 0 0 1 0 6h-7a3 3 0 0 0 0 6H16",
  tracking: "M12 21s6-5.6 6-10.5a6 6 0 1 0-12 0C6 15.4 12 21 12 21M12 8.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
  company: "M4 20V6l8-3v17M12 9l8 2v9M3 20h18M7.5 9v0M7.5 13v0M7.5 17v0M16 14v0M16 17v0",
  admin: "M12 3l7 3v5c0 4.6-2.9 8.3-7 10c-4.1-1.7-7-5.4-7-10V6zM9 12l2 2l4-4",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13M15.5 15.5L20 20",
  user: "M12 4a4 4 0 1 0 0 8a4 4 0 0 0 0-8M4.5 20c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
  users:
    "M9 5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M2.5 19.5c.7-3.2 3.2-5 6.5-5s5.8 1.8 6.5 5" +
    "M15.5 5.4a3.5 3.5 0 0 1 0 6.2M18 14.9c2 .8 3.2 2.5 3.6 4.6",
  "chevron-down": "M6 9.5l6 6l6-6",
  "chevron-up": "M6 14.5l6-6l6 6",
  "chevron-left": "M14.5 6l-6 6l6 6",
  "chevron-right": "M9.5 6l6 6l-6 6",
  "arrow-left": "M20 12H4M10 6l-6 6l6 6",
  "arrow-right": "M4 12h16M14 6l6 6l-6 6",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  check: "M5 12.5l4.5 4.5L19 7",
  "check-circle": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M8 12.3l2.7 2.7L16 9.5",
  circle: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17",
  "circle-dashed":
    "M9.5 3.9a8.5 8.5 0 0 1 5 0M18.5 6.5a8.5 8.5 0 0 1 2 4M20.3 14a8.5 8.5 0 0 1-2.6 4.3" +
    "M14.5 20.1a8.5 8.5 0 0 1-5 0M5.8 17.8a8.5 8.5 0 0 1-2.1-4.3M3.7 10.2a8.5 8.5 0 0 1 2.4-4.2",
  "close-circle": "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M9 9l6 6M15 9l-6 6",
  alert: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v0",
  info: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 11v5.5M12 7.8v0",
  help: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M9.5 9.6a2.5 2.5 0 1 1 3.7 2.2c-.8.5-1.2 1-1.2 1.9M12 16.7v0",
  ban: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M6 6l12 12",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  unlock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 6.8-1.2",
  more: "M5.5 12v0M12 12v0M18.5 12v0",
  map: "M3.5 6.5L9 4l6 2.5L20.5 4v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20",
  list: "M9 6h11M9 12h11M9 18h11M4.5 6v0M4.5 12v0M4.5 18v0",
  timeline: "M4 6h7M8 12h9M13 18h7M4 3v18",
  truck: "M3 6.5h11V17H3zM14 10h4l3 3.5V17h-7M7 15.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4M17 15.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
  car: "M4 16.5v-4l2-5.5h12l2 5.5v4zM4 12.5h16M6 16.5v2M18 16.5v2M7.5 14.5v0M16.5 14.5v0",
  warehouse: "M3.5 20V9L12 4l8.5 5v11M7.5 20v-8h9v8M7.5 16h9",
  box: "M4 8l8-4l8 4v8l-8 4l-8-4zM4 8l8 4l8-4M12 12v8",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17M12 7.5V12l3 2",
  filter: "M4 5.5h16l-6.2 7.2V19l-3.6-2v-4.3z",
  upload: "M12 16V4.5M7 9l5-5l5 5M4.5 16v4h15v-4",
  download: "M12 4v11.5M7 11l5 5l5-5M4.5 16v4h15v-4",
  edit: "M5 19l1-4L16.5 4.5l3 3L9 18zM14.5 6.5l3 3",
  trash: "M4.5 6.5h15M9 6.5V4h6v2.5M6.5 6.5l1 13.5h9l1-13.5M10.2 10.5v6M13.8 10.5v6",
  copy: "M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  external: "M10 5H5v14h14v-5M14 4.5h5.5V10M19.5 4.5L11 13",
  undo: "M9 5L4.5 9.5L9 14M4.5 9.5H14a5 5 0 0 1 0 10h-3",
  redo: "M15 5L19.5 9.5L15 14M19.5 9.5H10a5 5 0 0 0 0 10h3",
  refresh: "M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4.5H15",
  play: "M7 4.5v15l12-7.5z",
  stop: "M6 6h12v12H6z",
  pause: "M8.5 5v14M15.5 5v14",
  flag: "M5.5 21V4h12l-2.5 4l2.5 4h-12",
  calculate: "M13 3L5 13.5h6L10 21l9-11h-6.5z",
  sun:
    "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2" +
    "M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  contrast: "M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 0 0 0-17zv17",
  layers: "M12 4l9 4.5l-9 4.5l-9-4.5zM3.5 13l8.5 4.3l8.5-4.3M3.5 17l8.5 4.3",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  lasso:
    "M12 4.5c4.7 0 8.5 2.4 8.5 5.5s-3.8 5.5-8.5 5.5c-1.2 0-2.3-.2-3.3-.4M5.2 13.2C4.1 12.3 3.5 11.2 3.5 10" +
    "c0-3.1 3.8-5.5 8.5-5.5M7 12.5a2 2 0 1 0 0 4a2 2 0 0 0 0-4M7 16.5c0 2 .5 3-1.5 4",
  target: "M12 5a7 7 0 1 0 0 14a7 7 0 0 0 0-14M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4",
  sort: "M8 5v14M4.5 8.5L8 5l3.5 3.5M16 19V5M12.5 15.5L16 19l3.5-3.5",
  phone: "M6 4h3l1.5 4L8.5 9.5a11 11 0 0 0 6 6l1.5-2l4 1.5v3c0 1.2-.9 2-2 2C10.5 19.5 4.5 13.5 4 6c0-1.1.8-2 2-2",
  cup: "M5 8h11v6a4 4 0 0 1-4 4H9a4 4 0 0 1-4-4zM16 10h2a2 2 0 0 1 0 5h-2M8 3.5v1.5M12 3.5v1.5",
  settings: "M4 7h9M17 7h3M15 5a2 2 0 1 0 0 4a2 2 0 0 0 0-4M4 17h3M11 17h9M9 15a2 2 0 1 0 0 4a2 2 0 0 0 0-4",
  "sign-out": "M14 4.5H5v15h9M10 12h11M17 8l4 4l-4 4",
  file: "M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6",
  history: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 3.5V8H9M12 8v4.2l2.7 1.8",
  card: "M3.5 6h17v12h-17zM3.5 10h17M7 14.5h3",
  code: "M8.5 7L3.5 12l5 5M15.5 7l5 5l-5 5",
  mail: "M3.5 6h17v12h-17zM4 6.5l8 6.5l8-6.5",
  gps: "M20.5 3.5L3.5 10.5l7 3l3 7z",
} as const;

export type IconName = keyof typeof PATHS;

/** Icons whose points are drawn as short strokes need a heavier pen. */
const HEAVY: ReadonlySet<string> = new Set(["more"]);

interface IconProps extends Omit<SVGProps<SVGSVGElement>, "name" | "className" | "style"> {
  name: IconName;
  /** Edge in px; default 20. */
  size?: number;
  /** Spoken name. Without it the icon is decoration, and hidden from screen readers. */
  label?: string;
}

export function Icon({ name, size = 20, label, ...rest }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={HEAVY.has(name) ? `${styles.icon} ${styles.heavy}` : styles.icon}
      role={label === undefined ? undefined : "img"}
      aria-label={label}
      aria-hidden={label === undefined ? true : undefined}
      {...rest}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The `d` of an icon, to draw it on a canvas (the map's badges). */
export const iconPath = (name: IconName): string => PATHS[name];
