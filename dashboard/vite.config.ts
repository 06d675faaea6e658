import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: "es2023",
    // Pictures stay files: the pages' policy takes nothing that is written inside them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The SDK as it is written, not as it is published.
  resolve: { conditions: ["winnow:source", ...defaultClientConditions] },
  server: { proxy: { "/api": "http://127.0.0.1:8080" } },
});
