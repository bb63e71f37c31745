import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { AdviceContext } from './api/advice.js';
import { loadService, type Service } from './api/service.js';
import { Shell } from './shell.js';

/** The page: it asks the service what it offers, then shows it. */
export function App(): JSX.Element {
  const [service, setService] = useState<Service>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    loadService().then(setService, (error: unknown) => setFailure(error instanceof Error ? error.message : `${error}`));
  }, [tries]);
  if (service !== undefined) {
    return (
      <AdviceContext.Provider value={service.advice}>
        <Shell service={service} />
      </AdviceContext.Provider>
    );
  }
  if (failure === undefined) return <p class="boot">Asking the service what it offers …</p>;
  const retry = () => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return (
    <main class="boot">
      <h1>The service does not answer</h1>
      <p role="alert">{failure}</p>
      <p>Is it still running? “npm start” starts it.</p>
      <button type="button" class="primary" onClick={retry}>
        Try again
      </button>
    </main>
  );
}
