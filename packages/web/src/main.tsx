import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyTheme } from './frame/theme.ts'
import { router } from './router.tsx'
import './style.css'

applyTheme()

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no place for the interface')
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={router.options.context.queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
