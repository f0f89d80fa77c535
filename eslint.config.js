import tseslint from "typescript-eslint";
import reactHooks from "eslint-plugin-react-hooks";
import { ON_PHONES } from "./scripts/lib/on-phones.mjs";

/** In each list of `no-restricted-properties`: of several that fit a file, the last one alone counts. */
const COMPOSITE_SIGNAL = {
  object: "AbortSignal",
  property: "any",
  message:
    "withinTime (lib/within-time) is sure to end: a composite signal holds its sources weakly and may never fire.",
};

/** In each list of `no-restricted-syntax`, where the last one alone counts, too. */
const READS_CLOCK = [
  "CallExpression[callee.object.name='Date'][callee.property.name='now']",
  "NewExpression[callee.name='Date'][arguments.length=0]",
].map((selector) => ({ selector, message: "Rules take the clock as an argument." }));

/** What esbuild can't lower for the browsers of 2020 that scripts/lib/bundles.mjs names: functions that they lack. */
const NEWER_THAN_PHONES = [
  "CallExpression[callee.property.name=/^(at|replaceAll|hasOwn|groupBy|fromAsync|withResolvers|throwIfAborted)$/]",
  "CallExpression[callee.property.name=/^(findLast|findLastIndex|toReversed|toSorted|toSpliced)$/]",
  "CallExpression[callee.property.name=/^(requestSubmit|showModal|(show|hide|toggle)Popover|checkVisibility)$/]",
  "CallExpression[callee.object.name='AbortSignal']",
  "CallExpression[callee.object.name='Promise'][callee.property.name='any']",
  "CallExpression[callee.name='structuredClone']",
  "NewExpression[callee.name='FormData'][arguments.length>1]",
  "MemberExpression[property.name='inert']",
  "Literal[value=/:(has|is|where)[(]/]",
  "TemplateElement[value.raw=/:(has|is|where)[(]/]",
].map((selector) => ({
  selector,
  message: "Phones of 2020 lack it. Among what they have instead: timeLimit (lib/time-limit), an index.",
}));

/** Server and browser write and order alike, whatever languages they are set to. */
const OF_THE_BROWSER = [
  "CallExpression[callee.property.name=/^(toLocale\\w+|localeCompare)$/]",
  ":matches(CallExpression, NewExpression)[callee.object.name='Intl'][arguments.length=0]" +
    ":not(MemberExpression[property.name='resolvedOptions'] > *)",
  ":matches(CallExpression, NewExpression)[callee.object.name='Intl'] > Identifier[name='undefined']:first-child",
].map((selector) => ({
  selector,
  message: "It follows the browser's language: formatNumber, formatDay, compareNames and searchKey don't.",
}));
const isRule = (file) => file.startsWith("app/domain/");

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
    // No comment switches a rule off.
    linterOptions: { noInlineConfig: true },
    // Prettier breaks code; this is for what it leaves: comments, strings, templates and regular expressions.
    rules: {
      "max-len": ["error", { code: 120 }],
      "no-restricted-properties": ["error", COMPOSITE_SIGNAL],
      "no-duplicate-imports": ["error", { allowSeparateTypeImports: true }],
    },
  },
  {
    // Modules that are declared in one file each import what they need.
    files: ["**/*.d.ts"],
    rules: { "no-duplicate-imports": "off" },
  },
  {
    // Texts that people read: a line for each says more than pieces of it.
    files: ["app/domain/messages/texts/*.ts"],
    rules: { "max-len": ["error", { code: 120, ignoreStrings: true }] },
  },
  {
    // Elsewhere nothing is called from a component.
    files: ["app/**/*.{ts,tsx}"],
    ignores: ["app/**/*.server.ts", "app/domain/**"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "separate-type-imports" }],
      // The compiler tells of them, in less time: noUnusedLocals, noUnusedParameters.
      "@typescript-eslint/no-unused-vars": "off",
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
    files: ["app/domain/**/*.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ group: ["~/domain/*"], message: "Within app/domain imports are relative." }] },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    rules: { "no-restricted-syntax": ["error", ...OF_THE_BROWSER] },
  },
  {
    files: ["app/domain/**/*.ts", "solver/{model,constraints,objective,construct,search,schedule,check}/**/*.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...READS_CLOCK, ...OF_THE_BROWSER],
    },
  },
  {
    files: ON_PHONES.filter((file) => !isRule(file)),
    rules: { "no-restricted-syntax": ["error", ...NEWER_THAN_PHONES, ...OF_THE_BROWSER] },
  },
  {
    files: ON_PHONES.filter(isRule),
    rules: { "no-restricted-syntax": ["error", ...READS_CLOCK, ...NEWER_THAN_PHONES, ...OF_THE_BROWSER] },
  },
  {
    files: ["scripts/**", "tests/**", "solver/cli.ts", "solver/bench/**", "server.ts", "*.config.*"],
    rules: { "no-console": "off" },
  },
);
