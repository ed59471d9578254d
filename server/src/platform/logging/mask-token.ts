const secretParameters = new Set(['token', 'access_token', 'refresh_token', 'sig', 'signature', 'auth']);

/** A URL or path fit for a log: values of token parameters in its query become `***`. */
export function maskToken(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return url;
  const hash = url.indexOf('#', start);
  const end = hash === -1 ? url.length : hash;
  const query = url
    .slice(start + 1, end)
    .split('&')
    .map(maskParameter)
    .join('&');
  return `${url.slice(0, start + 1)}${query}${url.slice(end)}`;
}

function maskParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  if (equals === -1) return parameter;
  const name = parameter.slice(0, equals);
  return isSecret(name) ? `${name}=***` : parameter;
}

/** A name may be percent-encoded; decoding it as the server does leaves no spelling unmasked. */
function isSecret(name: string): boolean {
  const [decoded] = new URLSearchParams(name).keys();
  return secretParameters.has((decoded ?? name).toLowerCase());
}
