-- A target of 4 KiB of memory on a 32-bit PCI bus: medium decode, bursts, one BAR. It has the pins of a card, with three states.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity pci_memory is
    port (
        clk, rst_n, idsel : in std_logic;
        ad : inout std_logic_vector(31 downto 0);
        cbe_n : in std_logic_vector(3 downto 0);
        par : inout std_logic;
        frame_n, irdy_n : in std_logic;
        devsel_n, trdy_n, stop_n : out std_logic
    );
end;

architecture rtl of pci_memory is
    constant IDENTITY : std_logic_vector(31 downto 0) := x"0004_1234";
    constant CLASS : std_logic_vector(31 downto 0) := x"0500_0000";
    type state_t is (IDLE, CLAIM, DATA, LET_GO);
    type memory_t is array (0 to 1023) of std_logic_vector(31 downto 0);
    signal state : state_t;
    signal memory : memory_t;
    signal frame_before_n, config_space, write, memory_on : std_logic;
    signal dword : unsigned(9 downto 0);
    signal bar : std_logic_vector(19 downto 0);
    signal ad_out : std_logic_vector(31 downto 0);
    signal ad_enable, par_out, par_enable, control_enable, devsel_r, trdy_r, stop_r : std_logic;

    function read_of(m : memory_t; config : std_logic; base : std_logic_vector; enabled : std_logic; at : unsigned)
        return std_logic_vector is
    begin
        if config = '0' then
            return m(to_integer(at));
        end if;
        case to_integer(at) is
            when 0 => return IDENTITY;
            when 1 => return x"0200_000" & "00" & enabled & '0';  -- medium decode
            when 2 => return CLASS;
            when 4 => return base & x"000";
            when others => return x"0000_0000";
        end case;
    end;
begin
    ad <= ad_out when ad_enable = '1' else (others => 'Z');
    par <= par_out when par_enable = '1' else 'Z';
    devsel_n <= devsel_r when control_enable = '1' else 'Z';
    trdy_n <= trdy_r when control_enable = '1' else 'Z';
    stop_n <= stop_r when control_enable = '1' else 'Z';

    process (clk, rst_n)
        variable is_memory, config_hit, memory_hit : boolean;
        variable here : unsigned(9 downto 0);
    begin
        if rst_n = '0' then
            state <= IDLE;
            frame_before_n <= '1';
            devsel_r <= '1';
            trdy_r <= '1';
            stop_r <= '1';
            ad_enable <= '0';
            par_enable <= '0';
            control_enable <= '0';
            memory_on <= '0';
            bar <= (others => '0');
        elsif rising_edge(clk) then
            frame_before_n <= to_x01(frame_n);
            par_enable <= ad_enable;
            par_out <= (xor ad_out) xor (xor to_x01(cbe_n));  -- even with AD and C/BE#, one clock after them
            case state is
                when IDLE =>
                    control_enable <= '0';
                    is_memory := cbe_n(3 downto 1) = "011" or cbe_n = x"C" or cbe_n = x"E" or cbe_n = x"F";
                    config_hit := cbe_n(3 downto 1) = "101" and idsel = '1' and ad(1 downto 0) = "00" and ad(10 downto 8) = "000";
                    memory_hit := is_memory and memory_on = '1' and ad(31 downto 12) = bar;
                    if frame_n = '0' and frame_before_n = '1' and (config_hit or memory_hit) then
                        state <= CLAIM;
                        write <= cbe_n(0);
                        if config_hit then
                            config_space <= '1';
                            dword <= "0000" & unsigned(ad(7 downto 2));
                        else
                            config_space <= '0';
                            dword <= unsigned(ad(11 downto 2));
                        end if;
                    end if;
                when CLAIM =>  -- DEVSEL# is sampled two clocks after the address
                    state <= DATA;
                    control_enable <= '1';
                    devsel_r <= '0';
                    trdy_r <= '0';
                    stop_r <= '1';
                    if config_space = '1' or dword = 1023 then
                        stop_r <= '0';  -- no burst goes on after it
                    end if;
                    ad_enable <= not write;
                    ad_out <= read_of(memory, config_space, bar, memory_on, dword);
                when DATA =>
                    if irdy_n = '0' then
                        if trdy_r = '0' and write = '1' then
                            if config_space = '0' then
                                for lane in 0 to 3 loop
                                    if cbe_n(lane) = '0' then
                                        memory(to_integer(dword))(8 * lane + 7 downto 8 * lane) <= ad(8 * lane + 7 downto 8 * lane);
                                    end if;
                                end loop;
                            elsif dword = 1 and cbe_n(0) = '0' then
                                memory_on <= ad(1);
                            elsif dword = 4 then
                                bar <= ad(31 downto 12);
                            end if;
                        end if;
                        here := dword + 1;
                        if frame_n /= '0' then  -- high for a clock before they are let go
                            state <= LET_GO;
                            devsel_r <= '1';
                            trdy_r <= '1';
                            stop_r <= '1';
                            ad_enable <= '0';
                        elsif stop_r = '0' then
                            trdy_r <= '1';  -- the initiator sees STOP# and ends
                        else
                            dword <= here;
                            if here = 1023 then
                                stop_r <= '0';
                            end if;
                            ad_out <= memory(to_integer(here));
                        end if;
                    end if;
                when LET_GO =>
                    state <= IDLE;
                    control_enable <= '0';
            end case;
        end if;
    end process;
end;
