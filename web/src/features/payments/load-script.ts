/** Timeout of a provider's script, in ms. */
const TIMEOUT_MS = 20_000;

const loading = new Map<string, Promise<void>>();

function add(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(new Error(`${address} did not load`));
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    script.async = true;
    script.src = address;
    document.head.append(script);
  });
}

/** Loads an external script; concurrent calls share one load. Rejects if loading fails. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const attempt = add(address).finally(() => loading.delete(address));
  loading.set(address, attempt);
  return attempt;
}
