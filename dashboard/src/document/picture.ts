/** The picture of a page: the one that came last stays until the next one is there. */
import { useEffect, useState } from "react";

export type Picture = { shown: string | null; problem: string | null; locked: boolean };
const NOTHING: Picture = { shown: null, problem: null, locked: false };

/** `password`: of a locked PDF, which is not kept by the server. Nothing is loaded or kept away from the view. */
export function usePicture(source: string, isNear: boolean, password: string | null): Picture {
  const [picture, setPicture] = useState<Picture>(NOTHING);
  useEffect(() => {
    if (!isNear) return setPicture(NOTHING);
    let url: string | null = null;
    const image = new Image();
    const stop = new AbortController();
    image.onload = () => setPicture({ ...NOTHING, shown: image.src });
    image.onerror = () => void problemOf(source, stop.signal).then((problem) => stop.signal.aborted || setPicture(problem));
    if (password === null) image.src = source;
    else
      fetchWith(password, source, stop.signal).then(
        (blob) => {
          url = URL.createObjectURL(blob);
          image.src = url;
        },
        () => image.onerror?.call(image, ""),
      );
    return () => {
      stop.abort();
      image.onload = image.onerror = null;
      image.src = "";
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [source, isNear, password]);
  return picture;
}

async function fetchWith(password: string, source: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(source, { headers: { "document-password": password }, signal });
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`);
  return answer.blob();
}

async function problemOf(source: string, signal: AbortSignal): Promise<Picture> {
  const told = await fetch(source, { signal })
    .then((answer) => (answer.ok ? null : answer.json()))
    .catch(() => null);
  const locked = told?.error_code === "encrypted_document";
  const problem = typeof told?.detail === "string" && !locked ? told.detail : "The picture of this page could not be loaded.";
  return { shown: null, problem: locked ? null : problem, locked };
}
