import tseslint from "typescript-eslint";
import reactHooks from "eslint-plugin-react-hooks";

/** Who may import whom: DESIGN of the house, one entry a folder. Patterns name what is forbidden there. */
const forbidden = {
  "app/lib/**": ["~/routes/*", "~/features/*", "~/domain/*", "~/db/*", "~/services/*", "~/realtime/*", "~/auth/*", "~/ui/*", "solver/*", "migrations/*"],
  "app/ui/**": ["~/routes/*", "~/features/*", "~/db/*", "~/services/*", "~/realtime/*", "~/auth/*", "solver/*", "migrations/*"],
  "app/domain/**": ["~/routes/*", "~/features/*", "~/db/*", "~/services/*", "~/realtime/*", "~/auth/*", "~/ui/*", "migrations/*", "react", "knex"],
  "app/db/**": ["~/routes/*", "~/features/*", "~/services/*", "~/realtime/*", "~/auth/*", "~/ui/*", "solver/*"],
  "app/services/**": ["~/routes/*", "~/features/*", "~/realtime/*", "~/auth/*", "~/ui/*", "migrations/*"],
  "app/realtime/**": ["~/routes/*", "~/features/*", "~/ui/*", "solver/*", "migrations/*"],
  "app/auth/**": ["~/routes/*", "~/features/*", "~/realtime/*", "~/ui/*", "solver/*", "migrations/*"],
  "app/features/**": ["~/routes/*", "solver/*", "migrations/*"],
  "app/routes/**": ["~/db/*", "~/services/*", "knex", "solver/*", "migrations/*"],
  "solver/**": ["~/*", "migrations/*"],
  "migrations/**": ["~/*", "solver/*"],
};

/** A feature may not import another one; app/features/*.ts beside them (the registry) may import them all. */
const features = ["planning", "driver", "tracking", "calculations", "imports", "company", "team", "resources", "billing", "accounts", "admin", "exports"];

const restricted = (files, patterns) => ({
  files: [files + "/*.{ts,tsx}"],
  rules: {
    "no-restricted-imports": ["error", { patterns: [{ group: patterns, message: "The house: see the folder map in README.md." }] }],
  },
});

export default tseslint.config(
  { ignores: ["build/**", "public/build/**", "node_modules/**", ".data/**", ".cache/**", "test-results/**", "playwright-report/**"] },
  ...tseslint.configs.recommended,
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
  ...Object.entries(forbidden).map(([files, patterns]) => restricted(files, patterns)),
  ...features.map((feature) =>
    restricted(`app/features/${feature}/**`, [
      ...forbidden["app/features/**"],
      ...features.filter((other) => other !== feature).map((other) => `~/features/${other}/*`),
    ]),
  ),
  // domain/calculation builds the solver's problem, so it may see the solver's types; services/solver alone runs it.
  restricted("app/domain/calculation/**", forbidden["app/domain/**"]),
  {
    files: ["app/**/*.{ts,tsx}", "solver/**/*.ts"],
    ignores: ["app/env.server.ts", "app/http/read-form.server.ts", "solver/cli.ts", "solver/bench/**"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "app/env.server.ts alone reads the environment." },
        ...["formData", "text", "json", "arrayBuffer", "blob"].map((property) => ({ object: "request", property, message: "app/http/read-form.server.ts reads forms, within limits." })),
      ],
    },
  },
  {
    files: ["app/domain/**/*.ts", "solver/{model,constraints,objective,construct,search,schedule,check}/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']", message: "Rules take the clock as an argument." },
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Rules take the clock as an argument." },
      ],
    },
  },
  {
    files: ["scripts/**", "tests/**", "solver/cli.ts", "solver/bench/**", "server.ts", "*.config.*"],
    rules: { "no-console": "off" },
  },
);
