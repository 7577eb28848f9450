// ESLint rather than Biome: eslint-plugin-svelte comes from Svelte's own authors and lints templates as well as scripts.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", "src/lib/api-types.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    rules: {
      // Types, and with them undefined names, are svelte-check's part.
      "no-undef": "off",
      // `const { [name]: _, ...others } = all` leaves one out.
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_$", argsIgnorePattern: "^_" }],
      // The maps and sets here are filled and read in one go; nothing follows their changes.
      "svelte/prefer-svelte-reactivity": "off",
      // A block drops the spaces at its beginning, except one that is written {" "}.
      "svelte/no-useless-mustaches": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // `bind:this` assigns where the script does not.
    rules: { "no-unassigned-vars": "off" },
  },
  // A promise that nobody waits for hides its error; to find one takes types, which are known of modules alone.
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true } },
    rules: { "@typescript-eslint/no-floating-promises": "error" },
  },
);
