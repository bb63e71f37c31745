import { useEffect, useState } from 'preact/hooks';

/** A hook for code that is loaded when the first component needs it; returns undefined until it is loaded. */
export function lazyModule<Module>(load: () => Promise<Module>): () => Module | undefined {
  let loaded: Module | undefined;
  return () => {
    const [module, setModule] = useState<{ is: Module } | undefined>(loaded && { is: loaded });
    const [failure, setFailure] = useState<unknown>();
    useEffect(() => {
      if (module !== undefined) return;
      load().then((is) => {
        loaded = is;
        setModule({ is });
      }, setFailure);
    }, []);
    if (failure !== undefined) throw failure;
    return module?.is;
  };
}
