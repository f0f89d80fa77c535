import type { ReactNode } from "react";
import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import { cssVariables, theme } from "~/theme";
import { ToastRegion } from "~/ui/feedback/toast-region";

/** Theme, light or dark, toasts: once, around the signed-in shell (and the sign-in page). */
export function UiProvider({ children, nonce }: { children: ReactNode; nonce?: string }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      <ToastRegion />
      {children}
    </MantineProvider>
  );
}
