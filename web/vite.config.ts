import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: { outDir: "../src/croupier/floor/site", emptyOutDir: true, target: "es2022", assetsInlineLimit: 0 },
  test: { include: ["tests/*.test.ts"], setupFiles: "tests/browser.ts", isolate: false },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8021", ws: true } } },
});
