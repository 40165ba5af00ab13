import { escapeHtml, plainPage } from '../http/plain-page.ts'

/** `title` is the name of the page; `action` where its form goes. */
export function signInPage({
  title,
  action,
  mistake,
}: {
  title: string
  action: string
  mistake: string | null
}): string {
  const described = mistake === null ? '' : ' aria-invalid="true" aria-describedby="mistake"'
  return plainPage(
    escapeHtml(title),
    `<p>This page is private.</p>
${mistake === null ? '' : `<p class="mistake" id="mistake" role="alert">${escapeHtml(mistake)}</p>`}
<form method="post" action="${escapeHtml(action)}">
<label for="password">Password of the page</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${described}>
<button type="submit">Show the page</button></form>
<h2>Members of the account</h2>
<form method="post" action="${escapeHtml(action)}">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<label for="own-password">Your password</label>
<input id="own-password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button></form>`,
  )
}
