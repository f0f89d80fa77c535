import tseslint from "typescript-eslint";

const OUTPUT = ["build/**", "public/build/**", "solver/dist/**", "node_modules/**", ".data/**", ".cache/**"];

/**
 * Rules that need types, `npm run lint:types`. They check the whole program first, which takes two minutes of one core:
 * too long for every lint.
 */
export default tseslint.config(
  { ignores: OUTPUT },
  {
    files: ["**/*.{ts,tsx}"],
    plugins: { "@typescript-eslint": tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/await-thenable": "error",
    },
  },
  {
    // Not in app/db: of each `(await query) as Row[]` the rule wants Knex's type argument, which says nothing more. Nor
    // in tests, which write indexes of typed arrays the same for solver and application. Migrations stay as they are.
    files: ["app/**/*.{ts,tsx}", "solver/**/*.ts", "server.ts"],
    ignores: ["app/db/**"],
    rules: { "@typescript-eslint/no-unnecessary-type-assertion": "error" },
  },
);
