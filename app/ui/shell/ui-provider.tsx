import type { ReactNode } from "react";
import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { cssVariables, theme } from "~/theme";

/** Theme, light or dark, toasts: once, around the signed-in shell (and the sign-in page). */
export function UiProvider({ children, nonce }: { children: ReactNode; nonce?: string }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      <Notifications position="bottom-right" limit={4} containerWidth={360} />
      {children}
    </MantineProvider>
  );
}
