/** Starts the dashboard in its page. */
import { createRoot } from "react-dom/client";

const root = document.getElementById("root");
if (root) createRoot(root).render(<p>Winnow</p>);
