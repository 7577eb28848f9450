import { mount } from "svelte";
import App from "./App.svelte";
import "./room.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no place for the house");
mount(App, { target });
