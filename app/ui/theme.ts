import { createTheme, Input, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/**
 * Colours, sizes and defaults of every signed-in screen. The colours themselves are the `--app-*`
 * variables of styles/app.css, so that pages without Mantine look the same; here Mantine's own
 * variables are pointed at them.
 */

const accent: MantineColorsTuple = [
  "#e7f4f7",
  "#cfe8ee",
  "#a3d2de",
  "#74bacc",
  "#3f9cb3",
  "#0e7d97",
  "#0b6b82",
  "#095a6e",
  "#07495a",
  "#053644",
];

const red: MantineColorsTuple = [
  "#fdeceb",
  "#f9d3d0",
  "#f2a8a3",
  "#ea7c75",
  "#e0554d",
  "#cf352d",
  "#b8281f",
  "#9c1f18",
  "#7f1913",
  "#5f120e",
];

const gray: MantineColorsTuple = [
  "#f6f7f8",
  "#f0f2f4",
  "#e6e9ec",
  "#dce0e4",
  "#87919c",
  "#6d7782",
  "#59636e",
  "#454d56",
  "#2b3137",
  "#1a1f24",
];

const dark: MantineColorsTuple = [
  "#e6e9ec",
  "#c4cbd2",
  "#a3adb7",
  "#8893a0",
  "#6b7682",
  "#3a424a",
  "#22272c",
  "#1b1f23",
  "#14171a",
  "#0e1012",
];

const SMALL_PRINT = "var(--mantine-font-size-xs)";

export const theme = createTheme({
  colors: { accent, red, gray, dark },
  primaryColor: "accent",
  primaryShade: { light: 6, dark: 5 },
  defaultRadius: "sm",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  fontFamily: "var(--app-font)",
  fontFamilyMonospace: "var(--app-font-mono)",
  // Three sizes: small print, text, title. The names in between lead to the same three.
  fontSizes: { xs: "12px", sm: "14px", md: "14px", lg: "20px", xl: "20px" },
  lineHeights: { xs: "16px", sm: "20px", md: "20px", lg: "28px", xl: "28px" },
  headings: {
    fontFamily: "var(--app-font)",
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "20px", lineHeight: "28px" },
      h2: { fontSize: "14px", lineHeight: "20px" },
      h3: { fontSize: "14px", lineHeight: "20px" },
    },
  },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: "sm" } },
    ActionIcon: { defaultProps: { size: 32, variant: "subtle", color: "gray" } },
    Input: Input.extend({ defaultProps: { size: "sm" } }),
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ["label", "input", "error", "description"] },
      // Mantine's own are 2px less than the text, in rem of 14px: a fourth size.
      vars: () => ({
        description: { "--input-description-size": SMALL_PRINT },
        error: { "--input-error-size": SMALL_PRINT },
      }),
    },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Notification: { defaultProps: { withBorder: true } },
    Paper: { defaultProps: { radius: "md" } },
  },
});

const sizes = {
  "--button-height-sm": "32px",
  "--input-height-sm": "32px",
};

/** Points Mantine's variables at ours. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--app-bg)",
    "--mantine-color-text": "var(--app-text)",
    "--mantine-color-dimmed": "var(--app-text-dim)",
    "--mantine-color-placeholder": "var(--app-text-dim)",
    "--mantine-color-error": "var(--status-red-fg)",
    "--mantine-color-anchor": "var(--app-accent-text)",
    "--mantine-color-default": "var(--app-surface)",
    "--mantine-color-default-hover": "var(--app-hover)",
    "--mantine-color-default-color": "var(--app-text)",
    "--mantine-color-default-border": "var(--app-border-strong)",
  };
  return { variables: sizes, light: shared, dark: shared };
};
