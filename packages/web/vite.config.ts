import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { packedCopies } from './build/packed-copies.ts'
import { schemaDocuments } from './build/schema-documents.ts'

const service = process.env['SONDE_URL'] ?? 'http://127.0.0.1:3000'
/** What the development server passes on: everything that is not a screen. */
const ofService = [
  '/v1',
  '/v2',
  '/v3',
  '/next',
  '/health',
  '/ready',
  '/ping',
  '/setup',
  '/invitations',
  '/oidc',
  '/status',
  '/dashboards',
  '/docs',
  '/help',
  '/openapi.json',
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), schemaDocuments(), packedCopies()],
  build: {
    // The browsers of the last two years: `light-dark()` and `@layer` as they are written.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A file within a style sheet would need `data:` in the content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // A few files and not fifty: each is a request of its own on the first visit.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(?:react|react-dom|scheduler|@tanstack)\//,
              priority: 3,
            },
            { name: 'start', tags: ['$initial'], priority: 2 },
            // What everybody sees after signing in, with all that it is made of.
            { name: 'account', test: /src\/(?:frame\/account-frame|checks-list\/screen)\.tsx$/, priority: 1 },
            { name: 'shared', test: /packages\/web\/src\/(?:api|parts)\//, minShareCount: 12 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(ofService.map((path) => [path, { target: service, changeOrigin: false }])),
  },
})
