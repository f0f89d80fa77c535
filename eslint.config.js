import tseslint from "typescript-eslint";
import reactHooks from "eslint-plugin-react-hooks";

/** In each list of `no-restricted-properties`: of several that fit a file, the last one alone counts. */
const COMPOSITE_SIGNAL = {
  object: "AbortSignal",
  property: "any",
  message:
    "withinTime (lib/within-time) is sure to end: a composite signal holds its sources weakly and may never fire.",
};

// Who may import whom is another check: scripts/house.
export default tseslint.config(
  {
    ignores: [
      "build/**",
      "public/build/**",
      "solver/dist/**",
      "node_modules/**",
      ".data/**",
      ".cache/**",
      "test-results/**",
      "playwright-report/**",
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx,js,mjs,cjs}"],
    // Prettier breaks code; this is for what it leaves: comments, strings, templates and regular expressions.
    rules: { "max-len": ["error", { code: 120 }], "no-restricted-properties": ["error", COMPOSITE_SIGNAL] },
  },
  {
    // Texts that people read: a line for each says more than pieces of it.
    files: ["app/domain/messages/texts/*.ts"],
    rules: { "max-len": ["error", { code: 120, ignoreStrings: true }] },
  },
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "react-hooks/exhaustive-deps": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-console": ["error", { allow: ["error", "warn", "info"] }],
      eqeqeq: ["error", "smart"],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}", "solver/**/*.ts"],
    ignores: ["app/env.server.ts", "app/http/request/read-form.server.ts", "solver/cli.ts", "solver/bench/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        COMPOSITE_SIGNAL,
        { object: "process", property: "env", message: "app/env.server.ts alone reads the environment." },
        ...["formData", "text", "json", "arrayBuffer", "blob"].map((property) => ({
          object: "request",
          property,
          message: "app/http/request/read-form.server.ts reads forms, within limits.",
        })),
        {
          object: "request",
          property: "signal",
          message: "callerGone (lib/request-context) hears that the caller has gone; a Request's own signal may not.",
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/lib/use-answer.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "@remix-run/react",
          importNames: ["useActionData"],
          message: "useAnswer (lib/use-answer) survives a reload of the page's data.",
        },
      ],
    },
  },
  {
    files: ["app/domain/**/*.ts", "solver/{model,constraints,objective,construct,search,schedule,check}/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
          message: "Rules take the clock as an argument.",
        },
        {
          selector: "NewExpression[callee.name='Date'][arguments.length=0]",
          message: "Rules take the clock as an argument.",
        },
      ],
    },
  },
  {
    files: ["scripts/**", "tests/**", "solver/cli.ts", "solver/bench/**", "server.ts", "*.config.*"],
    rules: { "no-console": "off" },
  },
);
