import { useContext, type ReactNode } from "react";
import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import { cssVariables, theme } from "~/ui/theme";
import { NonceContext } from "~/lib/nonce";
import { ToastRegion } from "~/ui/feedback/toast-region";

/** Theme, light or dark, toasts: once, around the signed-in shell (and the sign-in page). */
export function UiProvider({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
      <ToastRegion />
      {children}
    </MantineProvider>
  );
}
